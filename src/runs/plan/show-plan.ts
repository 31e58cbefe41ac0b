import { counted } from '../../base/record/counted.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { type Plan, skippedName } from './plan-runs.ts';
import { injectionName, label } from './planned-run.ts';
import type { SweepRequest } from './sweep-request.ts';

/** The plan as `--dry-run --json` prints it. */
export function planAsJson(
  plan: Pick<Plan, 'runs' | 'refused' | 'skipped'>,
): { runs: Record<string, unknown>[] } & Pick<Plan, 'refused' | 'skipped'> {
  return {
    refused: plan.refused,
    skipped: plan.skipped,
    runs: plan.runs.map((run) => ({
      suite: run.suite,
      domain: run.domain,
      task: run.taskId,
      category: run.category,
      instruction: run.task.instruction,
      injection: injectionName(run),
      repeat: run.repeat,
      model: run.settings.model,
      complete: run.isComplete,
      directory: run.directory,
      settings: run.settings,
    })),
  };
}

/** Which suite and manifest a plan is of: `Suite hermetic 3.4.0 (bundled), manifest all.` */
export function planSource({ suite, manifest }: Pick<SweepRequest, 'suite' | 'manifest'>): string {
  const name = suite.version === null ? suite.name : `${suite.name} ${suite.version}`;
  return `Suite ${name} (${suite.folder === bundledSuite ? 'bundled' : suite.folder}), manifest ${manifest}.`;
}

/** The plan as lines of text: one a run, then the counts. */
export function planAsText(plan: Pick<Plan, 'runs' | 'refused' | 'skipped'>): string[] {
  const rows = plan.runs.map((run) => [label(run), run.category ?? '-', run.isComplete ? 'complete' : 'to run']);
  const width = Math.max(0, ...rows.map((row) => (row[0] as string).length));
  const done = rows.filter((row) => row[2] === 'complete').length;
  return [
    ...rows.map(
      ([name, category, state]) => `${(name as string).padEnd(width)}  ${(category as string).padEnd(11)}  ${state}`,
    ),
    ...plan.skipped.map((one) => `left out: ${skippedName(one)}: ${one.reason}`),
    ...refusedAsText(plan.refused),
    `${counted(rows.length, 'run')}: ${rows.length - done} to run, ${done} complete${plan.skipped.length === 0 ? '' : `; ${counted(plan.skipped.length, 'task')} left out`}.`,
  ];
}

/** One line for each task and reason, with the vectors and goals that it holds for. */
function refusedAsText(refused: Plan['refused']): string[] {
  const goalsOf = gathered(
    refused.map(({ domain, task, vector, goal, reason }) => [
      JSON.stringify([`${domain}/${task}`, vector, reason]),
      goal,
    ]),
  );
  const vectorsOf = gathered(
    [...goalsOf].map(([key, goals]) => {
      const [task, vector, reason] = JSON.parse(key) as [string, string, string];
      return [JSON.stringify([task, goals.join(', '), reason]), vector];
    }),
  );
  return [...vectorsOf].map(([key, vectors]) => {
    const [task, goals, reason] = JSON.parse(key) as [string, string, string];
    return `not legal: ${task} × ${vectors.join(', ')}${goals === '' ? '' : ` × ${goals}`}: ${reason}.`;
  });
}

/** Values by key, in order; null is left out. */
function gathered(pairs: readonly (readonly [string, string | null])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), ...(value === null ? [] : [value])]);
  return groups;
}
