import { printable } from '../../../base/record/unseen-text.ts';
import { planSource } from '../../../runs/plan/show-plan.ts';
import type { PreparedJudge } from '../../../verdicts/judges/judge-trace.ts';
import type { TreeResult } from '../../../verdicts/judges/judge-tree.ts';
import { judgeLabel } from '../../library/run-judges.ts';
import { checkLines } from '../fail-checks.ts';
import { pilotLines } from '../pilot-lines.ts';
import { pairLines } from '../sweep-comparison.ts';
import { sweepProgress } from '../sweep-progress.ts';
import { sweepSummary } from '../sweep-summary.ts';
import { verdictLines } from '../sweep-verdicts.ts';
import type { EndedSweep, SweepReporter, SweepView } from './sweep-reporter.ts';

const defaultWidth = 120;

/** Shows progress on stderr and prints the summary at the end. With `isJson`, leaves stdout to the JSON. */
export function terminalReporter(view: SweepView, { isJson }: { isJson: boolean }): SweepReporter {
  const complete = view.runs.filter((run) => run.isComplete).length;
  const progress = sweepProgress(view.runs.length, complete, process.stderr, {
    isSummarised: true,
    costUsd: view.costUsd,
    nameOf: view.nameOf,
  });
  return {
    onBegin() {
      if (!isJson) process.stderr.write(`${printable(planSource(view.parts))}\n`);
    },
    onEvent(event) {
      if (event.kind === 'model-retry') progress.retry(event.retry);
      else if (event.kind === 'warning') progress.warn(event.message);
      else progress.show(event);
    },
    onEnd(ended) {
      const counts = { total: view.runs.length, complete, reruns: progress.reruns() };
      const lines = summaryLines(view, ended, counts);
      for (const line of lines) (isJson ? process.stderr : process.stdout).write(`${line}\n`);
    },
  };
}

function summaryLines(
  { resultDir, skipped, nameOf }: SweepView,
  { result, judged, stopped, results, withoutAction, checks, pairs, pilot }: EndedSweep,
  counts: { total: number; complete: number; reruns: number },
): string[] {
  const width = process.stdout.columns ?? defaultWidth;
  const lines = sweepSummary(result, { ...counts, withoutAction }, { stopped, resultDir, skipped, nameOf });
  for (const one of judged) lines.push(...judgedLines(one.judge, one.results));
  lines.push(...verdictLines(results, width));
  if (results.length > 0) lines.push(...pairLines(pairs, resultDir, width));
  lines.push(...checkLines(checks, process.stdout.columns ?? 100));
  if (pilot !== null) lines.push(...pilotLines(pilot));
  return lines;
}

/** Counts the runs that a judge scored, and lists those that it could not. */
function judgedLines(judge: PreparedJudge, results: readonly TreeResult[]): string[] {
  const name = judgeLabel(judge);
  const count = (state: TreeResult['state']): number => results.filter((result) => result.state === state).length;
  const lines = [
    `${name}: ${count('judged')} judged now, ${count('kept')} before, ${count('unscored')} unscored, ${count('failed')} failed.`,
  ];
  for (const result of results)
    if (result.state === 'failed') lines.push(`  ${result.directory}: ${result.error.message}`);
    else if (result.state === 'unscored') lines.push(`  ${result.directory}: ${result.reason}`);
  if (count('unscored') > 0) lines.push('  osharm judge --retry-unscored judges unscored runs again.');
  if (count('failed') > 0) lines.push('  The same command judges those again.');
  return lines.map((line) => line.match(/^ */)?.[0] + printable(line.trimStart()));
}
