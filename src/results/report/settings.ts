import { openAgentNames } from '../../agents/open/open-names.ts';
import type { ReadRun } from '../../base/record/read-run.ts';
import { runFields } from '../../runs/plan/spec-hash.ts';

/** Setting → value as text. */
export type Settings = Readonly<Record<string, string>>;

/** What says which run it is, or stands in groups and tables by itself. */
const ofOneRun: ReadonlySet<string> = new Set([...runFields, 'model', 'jailbreak', 'image', 'provider', 'profile']);
/** What makes two experiments of two runs, with the words for it; never pooled. */
const setups = {
  observationType: 'observation',
  actionSpace: 'actions',
  defences: 'defences',
  startAt: 'start at',
  user: 'user',
  network: 'network',
} as const;
/** osharm's own loops around a model. Each is another experiment, whatever the agent is called. */
const builtInLoops: ReadonlySet<string> = new Set(['prompt', 'computer-tool', ...openAgentNames]);
/** Versions of a task's files and goal's text: of a run, not of a sweep. */
const versions = ['taskHash', 'goalHash'] as const;
/** What can't change a result. */
const idle = new Set(['recording']);

/** The settings that a run was made with: all that `run.json` says, else what the path says. */
export function settingsOf({ runJson, path }: Pick<ReadRun, 'runJson' | 'path'>): Settings {
  const fromPath = path === null ? {} : { observationType: path.observationType, actionSpace: path.actionSpace };
  const entries = Object.entries(runJson?.spec ?? {}).filter(([name, value]) => !ofOneRun.has(name) && value !== null);
  return { ...fromPath, ...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) };
}

/** A suite by its name and version. */
export const suiteName = ({ suite, suiteVersion }: { suite: string; suiteVersion: string | null }): string =>
  suiteVersion === null ? suite : `${suite} ${suiteVersion}`;

/** How agents saw and acted and what stood around them, in one line: `observation a11y_tree · actions pyautogui`. */
export function setupText(settings: Settings): string {
  const { agent } = settings;
  const loop = agent !== undefined && builtInLoops.has(agent) ? [`loop ${agent}`] : [];
  const others = Object.entries(setups).flatMap(([name, word]) => {
    const value = settings[name] ?? (name === 'observationType' || name === 'actionSpace' ? 'unknown' : null);
    return value === null ? [] : [`${word} ${value}`];
  });
  return [...loop, ...others].join(' · ');
}

/** A setting that differs between runs of one model that are pooled. */
export interface MixedSetting {
  model: string;
  setting: string;
  /** Sorted; `–` where runs don't say. */
  values: string[];
}

/** Settings besides the setup that differ between runs of one model. Runs of other programs, which say none, are left aside. */
export function mixedSettings(results: readonly { model: string; settings: Settings }[]): MixedSetting[] {
  const left = new Set<string>([...Object.keys(setups), ...versions, ...idle]);
  return [...Map.groupBy(results, (item) => item.model)].flatMap(([model, list]) => {
    const limited = list.filter(({ settings }) => settings.maxSteps !== undefined);
    const names = [...new Set(limited.flatMap(({ settings }) => Object.keys(settings)))].filter(
      (name) => !left.has(name),
    );
    return names.sort().flatMap((setting) => {
      const values = [...new Set(limited.map(({ settings }) => settings[setting] ?? '–'))].sort();
      return values.length > 1 ? [{ model, setting, values }] : [];
    });
  });
}

/** Whether two runs were made from other versions of a task's files or a goal's text. What isn't known is no difference. */
export function isOtherVersion(first: Settings, second: Settings): boolean {
  return versions.some((name) => (first[name] ?? second[name]) !== (second[name] ?? first[name]));
}
