import { counted } from '../record/counted.ts';
import { isComplete } from '../record/read-run.ts';
import { label, type Plan } from './plan-runs.ts';

/** The plan as `--dry-run --json` prints it. */
export function planAsJson(plan: Plan): { runs: Record<string, unknown>[] } & Pick<Plan, 'refused' | 'skipped'> {
  return {
    refused: plan.refused,
    skipped: plan.skipped,
    runs: plan.runs.map(({ spec }) => ({
      suite: spec.suite,
      domain: spec.domain,
      task: spec.taskId,
      category: spec.category,
      injection: spec.injection,
      repeat: spec.repeat,
      model: spec.settings.model,
      complete: isComplete(spec.directory),
      directory: spec.directory,
      settings: spec.settings,
    })),
  };
}

/** The plan as lines of text: one a run, then the counts. */
export function planAsText(plan: Plan): string[] {
  const rows = plan.runs.map(({ spec }) => [
    label(spec),
    spec.category ?? '-',
    isComplete(spec.directory) ? 'complete' : 'to run',
  ]);
  const width = Math.max(0, ...rows.map((row) => (row[0] as string).length));
  const done = rows.filter((row) => row[2] === 'complete').length;
  return [
    ...rows.map(
      ([name, category, state]) => `${(name as string).padEnd(width)}  ${(category as string).padEnd(11)}  ${state}`,
    ),
    ...plan.skipped.map(({ domain, task, reason }) => `left out: ${domain}/${task}: ${reason}`),
    ...refusedAsText(plan.refused),
    `${counted(rows.length, 'run')}: ${rows.length - done} to run, ${done} complete.`,
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
