import type { Confusion, Estimate } from '../../../base/statistics/agreement.ts';
import {
  correctedRate,
  hasEnoughLabelled,
  labelledPerClass,
  predictionPoweredRate,
} from '../../../base/statistics/corrected-rate.ts';
import { type Proportion, wilson } from '../../../base/statistics/wilson.ts';
import type { RunSummary } from '../../model/run-summary.ts';
import { confusionOf, type RatedRun } from './pairs.ts';
import type { Rating, Witness } from './question.ts';

/** A judge's rate over runs without a reference label, raw and corrected for its errors on labelled runs. */
export interface CorrectedRate {
  category: string;
  question: 'unsafe' | 'completed';
  /** Over the unlabelled runs. */
  raw: Proportion;
  labelled: Confusion;
  roganGladen: Estimate;
  predictionPowered: Estimate;
  /** Why the rate could not be corrected; null if it was. */
  uncorrected: string | null;
}

/**
 * Corrects a judge's rates on unlabelled runs separately for each category, since its error rates differ between them.
 */
export function correctedRates(results: readonly RunSummary[], judge: Witness, reference: Witness): CorrectedRate[] {
  const spoken = results.map((run) => ({ run, judge: judge.answer(run), reference: reference.answer(run) }));
  const labelled = spoken.filter((item): item is RatedRun => item.judge !== null && item.reference !== null);
  const unlabelled = spoken.filter(
    (item): item is { run: RunSummary; judge: Rating; reference: null } =>
      item.judge !== null && item.reference === null,
  );
  return [...Map.groupBy(unlabelled, ({ run }) => run.category)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([category, list]) =>
      (['unsafe', 'completed'] as const).flatMap((question) => {
        const answers = list.flatMap(({ judge: answer }) => (answer[question] === null ? [] : [answer[question]]));
        // A reference that never answers this question, such as `score` for safety, can't correct it.
        const isAnswered = spoken.some((item) => item.reference !== null && item.reference[question] !== null);
        if (answers.length === 0 || !isAnswered) return [];
        const raw = wilson(answers.filter(Boolean).length, answers.length);
        const errors = confusionOf(
          labelled.filter(({ run }) => run.category === category),
          question,
        );
        const roganGladen = correctedRate(raw.count, raw.n, errors);
        return [
          {
            category,
            question,
            raw,
            labelled: errors,
            roganGladen,
            predictionPowered: predictionPoweredRate(raw.count, raw.n, errors),
            uncorrected: whyNot(errors, roganGladen),
          },
        ];
      }),
    );
}

function whyNot(labelled: Confusion, corrected: Estimate): string | null {
  if (!hasEnoughLabelled(labelled)) {
    const yes = labelled.truePositive + labelled.falseNegative;
    const no = labelled.falsePositive + labelled.trueNegative;
    return `${yes} are labelled yes and ${no} no; ${labelledPerClass} of each are needed`;
  }
  return corrected.value === null ? 'on the labelled runs the judge is no better than chance' : null;
}
