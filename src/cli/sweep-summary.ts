import { label } from '../plan/plan-runs.ts';
import { counted } from '../record/counted.ts';
import { printable } from '../report/printable.ts';
import type { SweepResult } from '../run/sweep.ts';

/** The last lines of a sweep: how many runs, which failed and by whose fault, how to go on. */
export function sweepSummary(
  result: SweepResult,
  counts: { total: number; complete: number },
  options: { stopped: boolean; resultDir: string },
): string[] {
  const errors = result.attempts.filter(({ attempt }) => attempt.outcome === 'error');
  const finished = result.attempts.filter(({ attempt }) => attempt.conclusion !== null).length;
  const lines = [
    `${counted(counts.total, 'run')}: ${finished} made now, ${counts.complete} complete before, ${counted(errors.length, 'error')}` +
      `${result.elsewhere.length > 0 ? `, ${result.elsewhere.length} left to another process` : ''}.`,
  ];
  for (const { run, attempt } of errors) {
    const { error } = attempt;
    if (error === null) continue;
    lines.push(`  ${label(run.run.spec)}: ${error.code} (${error.blame}): ${error.message}`);
    if (error.hint !== undefined) lines.push(`    → ${error.hint}`);
  }
  const left = counts.total - counts.complete - finished - result.elsewhere.length;
  if (left > 0) {
    lines.push(
      `${options.stopped ? 'Stopped. ' : ''}${left === 1 ? '1 run is left: the same command runs just that' : `${left} runs are left: the same command runs just those`}.`,
    );
  }
  lines.push(`Results: ${options.resultDir}`);
  return lines.map((line) => line.match(/^ */)?.[0] + printable(line.trimStart()));
}

/** The same for programs (`--json`). */
export function sweepAsJson(result: SweepResult): { runs: unknown[]; elsewhere: string[] } {
  return {
    runs: result.attempts.map(({ run, attempt }) => ({
      domain: run.run.spec.domain,
      task: run.run.spec.taskId,
      injection: run.run.spec.injection,
      repeat: run.run.spec.repeat,
      directory: run.run.spec.directory,
      outcome: attempt.outcome,
      score: attempt.conclusion?.score.value ?? null,
      judgment: attempt.conclusion?.effects?.judgment ?? null,
      error: attempt.runJson.error,
    })),
    elsewhere: result.elsewhere.map((run) => run.run.spec.directory),
  };
}
