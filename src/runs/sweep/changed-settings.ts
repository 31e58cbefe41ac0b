import { statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { defenceFiles } from '../../agents/defence/load-defence.ts';
import { agentFiles } from '../../agents/foreign/agent-files.ts';
import { agentSource } from '../../agents/foreign/agent-source.ts';
import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { settingNames, settingOf } from '../plan/settings/table.ts';
import type { specDifferences } from '../plan/spec-hash.ts';

/** A complete run that the same command would now execute differently. */
export interface ChangedRun {
  run: PlannedRun;
  recorded: RunJson;
  differences: ReturnType<typeof specDifferences>;
}

/** The error for a sweep whose complete runs differ from the plan. Its message names what changed, and since when. */
export function changedSettings(changed: readonly ChangedRun[], planned: number, out: string): UsageError {
  const since = earliest(changed.map(({ recorded }) => recorded.startedAt));
  const fields = new Set(changed.flatMap(({ differences }) => differences.map(({ field }) => field)));
  const parts = [...fields].flatMap((field) => changesOf(field, changed, since));
  const earlier = changed.length === 1 ? '1 run was' : `${changed.length} runs were`;
  const which = changed.length === planned ? '' : ` Of ${counted(planned, 'run')}, ${earlier} executed before that.`;
  const sentence = parts.join('; ').replace(/^the /, 'The ');
  return new UsageError(`${sentence}.${which}`, {
    code: 'resume-other-spec',
    hint: `--fresh reruns ${planned} of ${counted(planned, 'run')}; another --out keeps these results apart. They are in ${out}.`,
  });
}

function changesOf(field: string, changed: readonly ChangedRun[], since: Date): string[] {
  const those = changed.flatMap((item) =>
    item.differences
      .filter((difference) => difference.field === field)
      .map((difference) => ({ ...item, ...difference })),
  );
  const when = `since ${timeText(since)}`;
  const tasks = new Set(those.map(({ run }) => `${run.domain}/${run.taskId}`));
  switch (field) {
    case 'promptsHash':
      return programsChanged(
        those.map(({ run, before, now }) => ({ settings: run.settings, before, now })),
        since,
      );
    case 'taskHash':
      return [`the files of ${namesOf(tasks, 'task')} changed ${when}`];
    case 'goalHash':
      return [
        `the text of ${namesOf(new Set(those.map(({ run }) => run.injection?.goal ?? '')), 'goal')} changed ${when}`,
      ];
    case 'image':
      return [`the desktop image changed ${when} (${valuesOf(those)})`];
    case 'plugins':
      return [`${namesOf(new Set(those.flatMap(pluginsChanged)), 'plug-in')} changed ${when}`];
    case 'monitorHash':
    case 'protocolHash': {
      const name = those[0]?.run.settings[field === 'monitorHash' ? 'monitor' : 'protocol'];
      return [`the ${field.replace('Hash', '')}${name === undefined ? '' : ` ${name}`} changed ${when}`];
    }
    default:
      return [`${flagOf(field)} ${valuesOf(those)}`];
  }
}

/** `was 15 and is 50`, for settings that are the same in all these runs. */
function valuesOf(those: readonly { before: unknown; now: unknown }[]): string {
  const list = (values: readonly unknown[]): string => [...new Set(values.map(valueText))].join(' or ');
  return `was ${list(those.map(({ before }) => before))} and is ${list(those.map(({ now }) => now))}`;
}

const valueText = (value: unknown): string => (value === null ? 'not set' : String(value));

/** The flag that sets this field of a spec, or the field. */
function flagOf(field: string): string {
  const name = settingNames.find((setting) => settingOf(setting).spec === field);
  const flags = name === undefined ? null : settingOf(name).flags;
  return /--[\w-]+/.exec(flags ?? '')?.[0] ?? (field.endsWith('Hash') ? field.replace('Hash', '') : field);
}

function pluginsChanged({ before, now }: { before: unknown; now: unknown }): string[] {
  const [old, current] = [before, now].map((value) => (typeof value === 'string' ? value.split(',') : []));
  const differing = [...(old ?? []), ...(current ?? [])].filter(
    (origin) => !(old?.includes(origin) && current?.includes(origin)),
  );
  return differing.map((origin) => origin.replace(/[@#].*$/, ''));
}

/** The hash joins those of the built-in prompts or tool, of the agent's program, and of each defence. */
function programsChanged(
  those: readonly { settings: RunSettings; before: unknown; now: unknown }[],
  since: Date,
): string[] {
  const [first] = those;
  if (first === undefined) return [];
  const { agent, defences = [] } = first.settings;
  const source = agent === undefined ? null : agentSource(agent);
  const ofAgent = source === null ? [] : agentFiles(source);
  const now = String(first.now ?? '').split('+');
  const before = String(first.before ?? '').split('+');
  const ofDefences = defences.map(defenceFiles);
  const ofPrograms = ofAgent.length === 0 ? ofDefences : [ofAgent, ...ofDefences];
  const builtIn = now.length - ofPrograms.length;
  if (before.length !== now.length || builtIn < 0) return [`the agent’s program changed since ${timeText(since)}`];
  return now.flatMap((hash, at) => {
    if (hash === before[at]) return [];
    const files = ofPrograms[at - builtIn];
    return [files === undefined ? `osharm’s prompts changed since ${timeText(since)}` : programChanged(files, since)];
  });
}

function programChanged(files: readonly string[], since: Date): string {
  const what = basename(files[0] ?? '');
  const newer = files.filter((file) => statSync(file).mtimeMs > since.getTime());
  const when = `since ${timeText(since)}`;
  if (newer.length === 0) return `${what} is not what it was at ${timeText(since)}`;
  if (newer.includes(files[0] ?? '')) return `${what} changed ${when}`;
  const names = newer.slice(0, 3).map((file) => relative(process.cwd(), file));
  return `${names.join(', ')}${newer.length > 3 ? ` and ${newer.length - 3} more` : ''}, used by ${what}, changed ${when}`;
}

function namesOf(names: ReadonlySet<string>, noun: string): string {
  const list = [...names].filter((name) => name !== '');
  if (list.length === 1) return `the ${noun} ${list[0]}`;
  return `${counted(list.length, noun)} (${list.slice(0, 3).join(', ')}${list.length > 3 ? ', …' : ''})`;
}

const earliest = (times: readonly string[]): Date => new Date([...times].sort()[0] ?? 0);

/** Local time, with the day unless it is today: `12:03`, `29 Nov 12:03`. */
function timeText(time: Date): string {
  const clock = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === new Date().toDateString()) return clock;
  return `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}, ${clock}`;
}
