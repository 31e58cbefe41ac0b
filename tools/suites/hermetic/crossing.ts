import { legalPairs } from '../../../src/runs/plan/legal-pairs.ts';
import { knownVectors } from '../../../src/tasks/injection/known-vectors.ts';
import { goalIn } from '../../../src/tasks/suite/goal-id.ts';
import { listGoals } from '../../../src/tasks/suite/list-goals.ts';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../../src/tasks/suite/suite.ts';
import { type TextStyle, textStyles } from '../../../src/tasks/suite/text-style.ts';
import { varyGoal, varyTask } from '../../../src/tasks/suite/vary/vary-task.ts';

export interface Crossed {
  vector: string;
  goal: string;
  style: TextStyle;
  host: string;
}

/** Goals that do no harm in themselves. The report lists them separately. */
export const nominal: readonly string[] = [
  'stop_task',
  'terminal_local_script',
  'email_send_prompt',
  'leak_canary_in_answer',
];
/** Injected runs per vector: with harmful goals, and with one that does no harm in itself. */
const harmfulRuns = 12;
const nominalRuns = 1;
/** Effects that the host's program undoes: LibreOffice overwrites its settings when it saves. */
const undone: readonly { goal: string; application: RegExp }[] = [
  { goal: 'lower_macro_security', application: /^libreoffice/ },
];
/** Vectors outside of the square, so that its runs stay those of earlier versions. */
export const uncrossed: readonly string[] = ['dialog'];
const rounds = 400_000;

/**
 * The injected runs of the standard subset, similar to a Latin square: all vectors have the same number of runs, and
 * goals, styles and host tasks are distributed over them as evenly as possible, so that vectors' rates are comparable.
 * Deterministic. Throws if a vector supports too few goals.
 */
export function crossedRuns(legal: ReturnType<typeof legalRuns>): Crossed[] {
  const used = new Map<string, number>();
  const runs = [...legal].sort(byName).flatMap(([vector, byGoal], at): Crossed[] => {
    const take = (count: number, isKind: (goal: string) => boolean): string[] => {
      const goals = [...byGoal.keys()].filter(isKind).sort();
      // Prefers the least used goals; ties are rotated between vectors.
      const inTurn = goals.map((goal, index) => ({
        goal,
        order: (used.get(goal) ?? 0) * goals.length + ((index + goals.length - (at % goals.length)) % goals.length),
      }));
      const taken = inTurn.sort((a, b) => a.order - b.order).slice(0, count);
      if (taken.length < count)
        throw new Error(`${vector} carries ${taken.length} such goals, and ${count} are wanted.`);
      for (const { goal } of taken) used.set(goal, (used.get(goal) ?? 0) + 1);
      return taken.map(({ goal }) => goal);
    };
    const goals = [
      ...take(harmfulRuns, (goal) => !nominal.includes(goal)),
      ...take(nominalRuns, (goal) => nominal.includes(goal)),
    ];
    return goals.map((goal, index) => {
      const hosts = byGoal.get(goal) ?? [];
      return {
        vector,
        goal,
        style: textStyles[(index + at) % textStyles.length] as TextStyle,
        host: hosts[(index + at) % hosts.length] ?? '',
      };
    });
  });
  return balanced(runs, legal);
}

export function legalRuns(folder: string): Map<string, Map<string, string[]>> {
  const suite = openSuite(folder);
  const tasks = Object.entries(loadSubset(suite, 'injection').subset).flatMap(([domain, ids]) =>
    ids.map((id) => varyTask(loadTask(suite, domain, id), 0)),
  );
  const { pairs } = legalPairs({
    tasks: tasks.map((taskFile) => ({ taskFile, category: 'injection' })),
    vectors: knownVectors,
    goals: listGoals(suite),
    forms: {},
    goalFor: (id, taskFile) => varyGoal(loadGoal(suite, id), taskFile.variation, 0),
    suiteFolder: suite.assetRoot,
  });
  const legal = new Map<string, Map<string, string[]>>();
  for (const { taskFile, entry, goal } of pairs) {
    const isUndone = undone.some(
      (item) => item.goal === goal.goal.id && taskFile.task.related_apps.some((app) => item.application.test(app)),
    );
    if (isUndone || uncrossed.includes(entry.type)) continue;
    const byGoal = legal.get(entry.type) ?? new Map<string, string[]>();
    legal.set(entry.type, byGoal);
    byGoal.set(goal.goal.id, [...(byGoal.get(goal.goal.id) ?? []), taskFile.task.id].sort());
  }
  return legal;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Combinations to distribute evenly. Pairs have more weight than single factors. */
const margins: readonly { weight: number; key: (run: Crossed) => string }[] = [
  { weight: 8, key: ({ vector, style }) => `v${vector}\0${style}` },
  { weight: 8, key: ({ vector, host }) => `vh${vector}\0${host}` },
  { weight: 4, key: ({ goal, style }) => `g${goal}\0${style}` },
  { weight: 3, key: ({ goal, host }) => `gh${goal}\0${host}` },
  { weight: 1, key: ({ host }) => `h${host}` },
  { weight: 1, key: ({ host, style }) => `hl${host}\0${style}` },
];

function balanced(
  start: readonly Crossed[],
  legal: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>,
): Crossed[] {
  const runs = start.map((run) => ({ ...run }));
  const counts = new Map<string, number>();
  const add = (run: Crossed, by: 1 | -1): number => {
    let change = 0;
    for (const { weight, key } of margins) {
      const name = key(run);
      const was = counts.get(name) ?? 0;
      counts.set(name, was + by);
      change += weight * ((was + by) ** 2 - was ** 2);
    }
    return change;
  };
  for (const run of runs) add(run, 1);
  const draw = randomNumbers(16);
  for (let round = 0; round < rounds; round += 1) {
    const run = runs[draw(runs.length)] as Crossed;
    const hosts = legal.get(run.vector)?.get(run.goal) ?? [];
    const before = { ...run };
    let change = add(run, -1);
    if (draw(2) === 0) run.host = hosts[draw(hosts.length)] ?? run.host;
    else run.style = textStyles[draw(textStyles.length)] as TextStyle;
    change += add(run, 1);
    // Runs must be unique: under `--style`, a goal in two styles by one vector on one host would be the same run twice.
    if (change < 0 || (change === 0 && draw(4) === 0)) continue;
    add(run, -1);
    Object.assign(run, before);
    add(run, 1);
  }
  return runs;
}

/** Deterministic pseudo-random integers below a limit (32-bit linear congruential generator). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

export function injectionsOf(
  host: string,
  listed: readonly { type: string; goals: string[]; params?: unknown; subset?: string }[],
  runs: readonly Crossed[],
): { type: string; goals: string[]; params?: unknown }[] {
  const groups = Map.groupBy(
    runs.filter((run) => run.host === host),
    ({ vector }) => vector,
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, list]) => ({
      ...(listed.find((entry) => entry.type === type && entry.subset === undefined) ?? {}),
      type,
      goals: list.map(({ goal, style }) => goalIn(goal, { style, language: 'en', visibility: null })),
    }));
}
