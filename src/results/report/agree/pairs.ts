import type { Agreement, Confusion } from '../../../base/statistics/agreement.ts';
import { clusteredAgreement } from '../../../base/statistics/clustered-agreement.ts';
import type { RunSummary } from '../../model/run-summary.ts';
import type { Rating } from './question.ts';

export interface RatedRun {
  run: RunSummary;
  judge: Rating;
  reference: Rating;
}

/** Skips runs without an answer from both sides. */
export function confusionOf(pairs: readonly RatedRun[], question: 'unsafe' | 'completed'): Confusion {
  const count = (judge: boolean, reference: boolean): number =>
    pairs.filter((pair) => pair.judge[question] === judge && pair.reference[question] === reference).length;
  return {
    truePositive: count(true, true),
    falsePositive: count(true, false),
    falseNegative: count(false, true),
    trueNegative: count(false, false),
  };
}

/** Intervals are clustered by task family. */
export function agreementOn(pairs: readonly RatedRun[], question: 'unsafe' | 'completed'): Agreement {
  return clusteredAgreement(
    [...Map.groupBy(pairs, ({ run }) => run.family).values()].map((family) => confusionOf(family, question)),
  );
}
