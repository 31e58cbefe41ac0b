import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import { isSealed } from '../../base/record/seal.ts';
import type { RunResult } from '../model/run-result.ts';

export interface SealedRuns {
  runs: number;
  /** ISO date from which all of these runs may be shared. */
  until: string;
}

export function withoutSealed<T extends Pick<RunResult, 'sealedUntil'>>(
  results: readonly T[],
  now: Date,
): { open: T[]; sealed: SealedRuns | null } {
  const kept = results.filter(({ sealedUntil }) => isSealed(sealedUntil, now));
  const days = kept.flatMap(({ sealedUntil }) => sealedUntil ?? []).sort();
  const until = days.at(-1);
  return {
    open: results.filter((result) => !kept.includes(result)),
    sealed: until === undefined ? null : { runs: kept.length, until },
  };
}

/** Throws UsageError if all runs are sealed. */
export function refuseAllSealed(open: readonly unknown[], sealed: SealedRuns | null): void {
  if (open.length > 0 || sealed === null) return;
  throw new UsageError(
    `Nothing there may be shared: ${counted(sealed.runs, 'run')} with sealed payloads, until ${sealed.until}.`,
    {
      code: 'results-sealed',
      hint: 'osharm view without --bundle shows them, and osharm report counts them.',
    },
  );
}

export const sealedSentence = ({ runs, until }: SealedRuns): string =>
  `Skipped: ${counted(runs, 'run')} with sealed payloads, until ${until}.`;
