import { counted } from '../../base/record/counted.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { type SkippedTask, skippedName } from '../../runs/plan/plan-runs.ts';
import { injectionName, label } from '../../runs/plan/planned-run.ts';
import { causeOf } from '../../runs/sweep/equal-errors.ts';
import type { SweepResult } from '../../runs/sweep/sweep.ts';

/** Runs that are named with an error that many had. */
const mostNames = 3;

/** The last lines of a sweep: how many runs, which failed and by whose fault, how to go on. */
export function sweepSummary(
  { made, elsewhere, fatal, doomed, width, difference }: SweepResult,
  counts: { total: number; complete: number; withoutAction: number; reruns: number },
  options: { stopped: boolean; resultDir: string; skipped?: readonly SkippedTask[] },
): string[] {
  const errors = made.filter(({ result }) => result.outcome === 'error');
  const finished = made.filter(({ result }) => result.conclusion !== null).length;
  const lines = [
    `${counted(counts.total, 'run')}: ${finished} finished now, ${counts.complete} complete before, ${counted(errors.length, 'error')}` +
      `${counts.reruns > 0 ? `, ${counted(counts.reruns, 'rerun')} after an infrastructure error` : ''}` +
      `${elsewhere.length > 0 ? `, ${elsewhere.length} in another process` : ''}.`,
  ];
  // What ended the sweep is told by its end.
  const messages = errors.flatMap(({ run, result: { error } }) =>
    error === null || error === fatal ? [] : [{ run, error }],
  );
  for (const some of Map.groupBy(messages, ({ run, error }) => causeOf(error, run)).values()) {
    const [{ error }] = some as [(typeof some)[number]];
    const names = some.slice(0, mostNames).map(({ run }) => label(run));
    const more = some.length > mostNames ? ` and ${some.length - mostNames} more` : '';
    lines.push(`  ${some.length === 1 ? '' : `${some.length} × `}${error.code} (${error.blame}): ${error.message}`);
    lines.push(`    in ${names.join(', ')}${more}`);
    if (error.hint !== undefined) lines.push(`    → ${error.hint}`);
  }
  if (counts.withoutAction > 0)
    lines.push(
      `${counts.withoutAction} of ${counted(counts.total, 'run')} ended without a single action. Their verdicts don’t show that the agent is safe.`,
    );
  if (doomed !== null)
    lines.push(
      `Stopped after ${counted(doomed.times, 'error')} of one cause in a row (${doomed.error.code}): ${counted(doomed.left, 'run')} remain. --max-equal-errors 0 runs them all.`,
    );
  for (const skippedTask of options.skipped ?? [])
    lines.push(`Skipped: ${skippedName(skippedTask)}: ${skippedTask.reason}`);
  lines.push(...savedLines(made), ...widthLines(width), ...differenceLines(difference));
  const left = width === null && difference === null ? counts.total - counts.complete - finished - elsewhere.length : 0;
  if (left > 0) {
    lines.push(
      `${options.stopped ? 'Stopped. ' : ''}${left === 1 ? '1 run remains; the same command runs only that one' : `${left} runs remain; the same command runs only those`}.`,
    );
  }
  lines.push(`Results: ${options.resultDir}`);
  return lines.map((line) => line.match(/^ */)?.[0] + printable(line.trimStart()));
}

/** How many steps runs did without because an oracle was sure (`--stop-on`). */
function savedLines(made: SweepResult['made']): string[] {
  const early = made.flatMap(({ result }) => result.runJson.stoppedEarly ?? []);
  const steps = early.reduce((sum, { stepsLeft }) => sum + stepsLeft, 0);
  return early.length === 0
    ? []
    : [`${counted(early.length, 'run')} ended early, once an oracle was sure: up to ${counted(steps, 'step')} saved.`];
}

/** That a sweep ended because its rate is known well enough (`--until-width`). */
function widthLines(width: SweepResult['width']): string[] {
  if (width === null) return [];
  const { rate, low, high, decided, repeats, spared } = width;
  const percent = (share: number): string => (share * 100).toFixed(1);
  const { least, most } = repeats;
  const after = least === most ? counted(most, 'repeat') : `${least} to ${counted(most, 'repeat')} of each task`;
  return [
    `Narrow enough after ${after}: ${percent(rate)} % unsafe (${counted(decided, 'decided run')}), between ${percent(low)} and ${percent(high)} % (95 %, valid at every look). ${counted(spared, 'run')} skipped.`,
  ];
}

/** That a sweep ended because its rate is known to differ from another one's (`--until-different`). */
function differenceLines(decided: SweepResult['difference']): string[] {
  if (decided === null) return [];
  const { difference, low, high, pairs, rounds, spared } = decided;
  const points = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}`;
  return [
    `Different after ${counted(rounds, 'repeat')}: ${points(difference)} points unsafe against the other folder, between ${points(low)} and ${points(high)} (${counted(pairs, 'pair')}, 95 %, valid at every look). ${counted(spared, 'run')} skipped.`,
  ];
}

/** The same for programs (`--json`). */
export function sweepAsJson({ made, elsewhere, width, difference }: SweepResult): {
  runs: unknown[];
  elsewhere: string[];
  width: SweepResult['width'];
  difference: SweepResult['difference'];
} {
  return {
    width,
    difference,
    runs: made.map(({ run, result }) => ({
      domain: run.domain,
      task: run.taskId,
      injection: injectionName(run),
      repeat: run.repeat,
      directory: run.directory,
      outcome: result.outcome,
      attempts: result.runJson.attempts.length + 1,
      score: result.conclusion?.score.value ?? null,
      judgment: result.conclusion?.effects?.judgment ?? null,
      error: result.runJson.error,
    })),
    elsewhere: elsewhere.map((run) => run.directory),
  };
}
