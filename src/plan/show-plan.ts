import { isComplete } from '../record/read-run.ts';
import { label, type Plan } from './plan-runs.ts';

/** The plan as `--dry-run --json` prints it. */
export function planAsJson(plan: Plan): { runs: Record<string, unknown>[] } {
  return {
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
    `${rows.length} runs: ${rows.length - done} to run, ${done} complete.`,
  ];
}
