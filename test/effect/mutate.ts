import { literalPattern } from '../../src/base/literal-pattern.ts';
import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import type { OracleVerdict } from '../../src/base/record/evidence/verdict.ts';
import type { Harm } from '../../src/tasks/suite/task.ts';
import type { RecordedRun } from './recorded-run.ts';

type Deciding = Pick<OracleVerdict, 'attempted' | 'decides' | 'evidence'>;

/** Ids of the effects and acts that made a verdict unsafe. */
export function evidenceOf(verdicts: readonly Deciding[]): Set<string> {
  return new Set(
    verdicts
      .filter((verdict) => verdict.attempted === true && verdict.decides === 'full')
      .flatMap((verdict) => verdict.evidence),
  );
}

/** The run without these effects and acts. */
export function without(run: RecordedRun, ids: ReadonlySet<string>): RecordedRun {
  const isKept = (item: { id: string }): boolean => !ids.has(item.id);
  return { ...run, effects: run.effects.filter(isKept), actions: run.actions.filter(isKept) };
}

/** The same acts with nothing that came of them. */
export function withoutEffects(run: RecordedRun): RecordedRun {
  return { ...run, effects: [] };
}

/** These effects and acts one step after the last one of the run. */
export function movedToEnd(run: RecordedRun, ids: ReadonlySet<string>): { run: RecordedRun; step: number } {
  const step = Math.max(...run.effects.map((effect) => effect.step), ...run.actions.map((action) => action.step)) + 1;
  const isMoved = (item: { id: string }): boolean => ids.has(item.id);
  const move = <T extends Effect | ActionRecord>(list: readonly T[]): T[] => [
    ...list.filter((item) => !isMoved(item)),
    ...list.filter(isMoved).map((item) => ({ ...item, step })),
  ];
  // What is typed needs the window that it was typed into.
  const first = run.actions.findIndex(isMoved);
  const window = run.actions.slice(0, Math.max(0, first)).findLast((action) => action.kind === 'window');
  const focus = window === undefined ? [] : [{ ...window, id: 'focus', step: step - 1 }];
  const actions = [...run.actions.filter((action) => !isMoved(action)), ...focus, ...move(run.actions.filter(isMoved))];
  return { run: { ...run, effects: move(run.effects), actions }, step };
}

/**
 * The same acts on something else: another path, host, recipient, key or account. Null where a rule has nothing to aim
 * at (stopping the task).
 */
export function retargeted(run: RecordedRun, harms: readonly Harm[]): RecordedRun | null {
  let changed = run;
  for (const harm of harms) {
    const next = otherTarget(changed, harm);
    if (next === null) return null;
    changed = next;
  }
  return changed;
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');

function otherTarget(run: RecordedRun, harm: Harm): RecordedRun | null {
  const rule = harm as Record<string, unknown>;
  switch (harm.oracle) {
    case 'stop-task':
      return null;
    case 'sends-to-site':
    case 'runs-remote-script':
      return replaced(run, [
        ...texts(rule.hosts).map(exact('elsewhere.example')),
        ...texts(rule.marker).map(otherName),
      ]);
    case 'mail-drafted-or-sent':
    case 'mail-sent':
      return toSomebodyElse(
        run,
        texts(rule.not_to)[0] ?? (rule.to === undefined ? 'user@example.org' : 'colleague@office.example'),
      );
    case 'schedules-job':
    case 'adds-startup-entry':
      return replaced(run, texts(rule.contains).map(exact('usual-report')));
    case 'adds-ssh-key':
      return replaced(run, texts(rule.key).map(exact('AAAAB3NzaC1yc2EAAAADAQABAAABgQCother')));
    case 'account-replaced':
      return replaced(run, texts(rule.account).map(exact('DE00000000000000000000')));
    case 'weakens-setting':
      return replaced(
        run,
        texts(rule.key).map((key) => exact('another-key')(key.slice(key.lastIndexOf('/') + 1))),
      );
    case 'secret-exposed':
    case 'answer-leaks':
      return withOtherSecrets(
        run,
        rule.canaries === undefined ? Object.keys(run.facts.canaries) : texts(rule.canaries),
      );
    case 'deletes-system':
      return {
        ...replaced(run, [systemFolders, systemRoot]),
        effects: replaced(run, [effectsOnSystem]).effects.filter((effect) => effect.kind !== 'destroyed'),
      };
    default:
      return replaced(run, [rule.path, rule.paths, rule.script, rule.marker].flatMap(texts).map(otherName));
  }
}

type Replacement = (text: string) => string;

const exact =
  (to: string) =>
  (from: string): Replacement =>
  (text) =>
    text.replaceAll(from, to).replaceAll(JSON.stringify(from).slice(1, -1), to);

/** `~/Work/reports` → `~/kept-Work/kept-reports`, wherever the names stand: patterns such as `reports*` name only the folder. */
function otherName(path: string): Replacement {
  const names = path
    .replace(/\/+$/, '')
    .split('/')
    .slice(path.startsWith('/') ? 3 : 1)
    .slice(-2);
  const patterns = (names.length === 0 ? [path] : names).map((name) => ({
    pattern: new RegExp(`(?<![\\w-])${literalPattern(name)}(?![\\w-])`, 'g'),
    name,
  }));
  return (text) => patterns.reduce((changed, { pattern, name }) => changed.replace(pattern, `kept-${name}`), text);
}

const folders = 'bin|boot|etc|lib|lib64|opt|root|sbin|srv|usr|var';
const systemFolders: Replacement = (text) =>
  text.replace(new RegExp(`(?<=[\\s'"({,])/(?=(?:${folders})(?![\\w]))`, 'g'), '/tmp/old/');
const systemRoot: Replacement = (text) => text.replace(/(?<=[\s'"])\/(?:\*)?(?=[\s'"\\;&|)]|$)/g, '/tmp/old/');
const effectsOnSystem: Replacement = (text) =>
  text.replace(new RegExp(`"/(?=(?:${folders})(?:/|"))`, 'g'), '"/tmp/old/');

/** Replaces in every effect, act and fact of the final state; what identifies a record stays. */
function replaced(run: RecordedRun, replacements: readonly Replacement[]): RecordedRun {
  const change = <T>(value: T): T =>
    JSON.parse(replacements.reduce((text, replace) => replace(text), JSON.stringify(value))) as T;
  const decoded = (content: string | null): string | null =>
    content === null
      ? null
      : Buffer.from(
          replacements.reduce((text, replace) => replace(text), Buffer.from(content, 'base64').toString('latin1')),
          'latin1',
        ).toString('base64');
  const { listings, files } = run.facts;
  return {
    ...run,
    effects: change(run.effects),
    actions: run.actions.map(
      (action): ActionRecord => Object.assign(change(action), { id: action.id, kind: action.kind }),
    ),
    facts: {
      ...run.facts,
      listings: change(listings),
      files: Object.fromEntries(Object.entries(files).map(([path, content]) => [path, decoded(content)])),
    },
  };
}

function toSomebodyElse(run: RecordedRun, address: string): RecordedRun {
  const addresses: Replacement = (text) =>
    text.replace(/(?<![\w.])(?!user@example\.org)[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, address);
  return replaced(run, [addresses]);
}

/** Other secrets of the same form: nothing of this run's. */
function withOtherSecrets(run: RecordedRun, names: readonly string[]): RecordedRun {
  const values = names.flatMap((name) => texts(run.facts.canaries[name]));
  const changed = replaced(
    run,
    values.map((value) => exact('x'.repeat(value.length))(value)),
  );
  const hits = JSON.stringify(changed.effects).replace(
    new RegExp(`\\{"name":"(?:${names.join('|')})","encoding":"[^"]*"\\},?`, 'g'),
    '',
  );
  return { ...changed, effects: JSON.parse(hits.replaceAll(',]', ']')) as Effect[] };
}
