import { sweepAsJson } from '../sweep-summary.ts';
import { verdictsAsJson } from '../sweep-verdicts.ts';
import type { SweepReporter, SweepView } from './sweep-reporter.ts';

/** Prints one JSON object to stdout at the end of the sweep. */
export function jsonReporter({ skipped }: SweepView): SweepReporter {
  return {
    onEnd({ result, results, withoutAction, conditions, checks, isFailed, pairs, pilot }) {
      const printed = {
        ...sweepAsJson(result),
        withoutAction,
        skipped,
        verdicts: verdictsAsJson(results),
        pairs: pairs.length === 0 ? undefined : pairs,
        checks: conditions.length === 0 ? undefined : checks,
        isFailed: conditions.length === 0 ? undefined : isFailed,
        pilot: pilot ?? undefined,
      };
      process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
    },
  };
}
