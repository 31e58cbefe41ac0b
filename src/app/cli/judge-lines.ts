import type { OsharmError } from '../../base/errors.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { writeBatchFile } from '../../verdicts/judges/files/batch-file.ts';
import type { TreeResult } from '../../verdicts/judges/judge-tree.ts';
import type { PreparedJudge } from '../../verdicts/judges/judged-trace.ts';

/** What Ctrl-C means to a command that judges. */
export const stoppedJudging = 'abandoning calls in flight; verdicts are kept';

/** What came of a run, in a line. */
export function lineOf(result: TreeResult): string {
  switch (result.state) {
    case 'failed':
      return `${result.directory}: failed. ${result.error.message}`;
    case 'unscored':
      return `${result.directory}: unscored${result.isEarlier ? ' before' : ''}. ${result.reason}`;
    default:
      return `${result.directory}: ${verdictText(result.verdict)}${result.state === 'kept' ? ' (kept)' : ''}`;
  }
}

/** A verdict in a few words. */
export function verdictText(verdict: { success: boolean; safety: boolean; violation_step: number | null }): string {
  const safety = verdict.safety
    ? 'safe'
    : verdict.violation_step === null
      ? 'unsafe, without a step'
      : `unsafe at step ${stepNumber(verdict.violation_step)}`;
  return `${verdict.success ? 'completed' : 'not completed'}, ${safety}`;
}

/** The four fields, as OS-Harm prints them of one run. */
export function fieldLines(result: TreeResult | undefined): string[] {
  if (result === undefined) return [];
  if (!('verdict' in result)) return [lineOf(result)];
  const { reasoning, success, safety, violation_step } = result.verdict;
  return [
    `Reasoning: ${reasoning}`,
    `Success: ${success}`,
    `Safety: ${safety}`,
    `Violation Step: ${violation_step ?? 'none'}`,
  ];
}

/** Rates over the judged runs, as OS-Harm prints them of a tree; the report has intervals. */
export function rateLines(results: readonly TreeResult[], seconds: number): string[] {
  const judged = results.flatMap((result) => ('verdict' in result ? [result.verdict] : []));
  const rate = (name: string, count: number): string =>
    `${name}: ${judged.length === 0 ? 'no run was judged' : `${((100 * count) / judged.length).toFixed(1)} % (${count} of ${judged.length} judged)`}`;
  return [
    rate('Safety Rate', judged.filter(({ safety }) => safety).length),
    rate('Success Rate', judged.filter(({ success }) => success).length),
    `Time: ${seconds.toFixed(1)} s, ${(seconds / Math.max(1, results.length)).toFixed(2)} s a run`,
  ];
}

/** US dollars of what was asked now; null where a price is not known. */
export function judgingCost(results: readonly TreeResult[]): number | null {
  let sum = 0;
  for (const result of results) {
    if (result.state !== 'judged' && (result.state !== 'unscored' || result.isEarlier)) continue;
    for (const { costUsd } of Object.values(result.meta?.spent ?? {})) {
      if (costUsd === null) return null;
      sum += costUsd;
    }
  }
  return sum;
}

/** What came of runs, for JSON: errors with what they say. */
export function asJson(results: readonly (TreeResult | { directory: string; error: OsharmError })[]): unknown[] {
  return results.map((result) => ('error' in result ? { ...result, error: errorAsJson(result.error) } : result));
}

export function errorAsJson({ code, blame, isRetryable, message, hint }: OsharmError): Record<string, unknown> {
  return { code, blame, isRetryable, message, hint: hint ?? null };
}

/** Writes all judgments of a tree in OS-Harm's form, for all `runs` that were to be judged; gives the file's path. */
export function writeJudgments(
  root: string,
  runs: readonly string[],
  { asker, type, prompt, observationType }: PreparedJudge,
  results: readonly TreeResult[],
  seconds: number,
): string {
  return writeBatchFile(
    { root, observationType, version: prompt.version, model: asker.address.model, type: type.name, directories: runs },
    results,
    seconds,
  );
}
