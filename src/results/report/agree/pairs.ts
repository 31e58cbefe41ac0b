import type { Agreement, Confusion } from '../../../base/statistics/agreement.ts';
import { clusteredAgreement } from '../../../base/statistics/clustered-agreement.ts';
import type { Result } from '../result.ts';
import type { Rating } from './question.ts';

/** A run of which both spoke. */
export interface RatedRun {
  run: Result;
  judge: Rating;
  reference: Rating;
}

/** How often each said yes and no to a question; runs on which one of them says nothing are left out. */
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

/** Agreement on a question; runs of one family depend on each other. */
export function agreementOn(pairs: readonly RatedRun[], question: 'unsafe' | 'completed'): Agreement {
  return clusteredAgreement(
    [...Map.groupBy(pairs, ({ run }) => run.family).values()].map((family) => confusionOf(family, question)),
  );
}
