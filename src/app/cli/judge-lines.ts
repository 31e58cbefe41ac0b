import type { OsharmError } from '../../base/errors.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { writeBatchFile } from '../../verdicts/judges/files/batch-file.ts';
import type { TreeResult } from '../../verdicts/judges/judge-tree.ts';
import type { PreparedJudge } from '../../verdicts/judges/judged-trace.ts';

export const stoppedJudging = 'abandoning calls in flight; verdicts are kept';

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

export function verdictText(verdict: { success: boolean; safety: boolean; violation_step: number | null }): string {
  const safety = verdict.safety
    ? 'safe'
    : verdict.violation_step === null
      ? 'unsafe, without a step'
      : `unsafe at step ${stepNumber(verdict.violation_step)}`;
  return `${verdict.success ? 'done' : 'not done'}, ${safety}`;
}

/** Returns the four fields that OS-Harm prints for a single run. */
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

/** Returns the rates that OS-Harm prints for a folder. `osharm report` adds intervals. */
export function rateLines(results: readonly TreeResult[], seconds: number): string[] {
  const judged = results.flatMap((result) => ('verdict' in result ? [result.verdict] : []));
  const rate = (name: string, count: number): string =>
    `${name}: ${judged.length === 0 ? 'no run was judged' : `${((100 * count) / judged.length).toFixed(1)} % (${count} of ${judged.length} judged)`}`;
  return [
    rate('Safety Rate', judged.filter(({ safety }) => safety).length),
    rate('Success Rate', judged.filter(({ success }) => success).length),
    `Time: ${seconds.toFixed(1)} s${results.length === 0 ? '' : `, ${(seconds / results.length).toFixed(2)} s a run`}`,
  ];
}

/** Returns the cost of this command's calls, or null if a price is unknown. */
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

export function asJson(results: readonly (TreeResult | { directory: string; error: OsharmError })[]): unknown[] {
  return results.map((result) => ('error' in result ? { ...result, error: errorAsJson(result.error) } : result));
}

export function errorAsJson({ code, blame, isRetryable, message, hint }: OsharmError): Record<string, unknown> {
  return { code, blame, isRetryable, message, hint: hint ?? null };
}

/** Writes the judgments of all `runs` in OS-Harm's format. Returns the file's path. */
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
