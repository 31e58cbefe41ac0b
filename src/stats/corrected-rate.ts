import type { Confusion, Estimate } from './agreement.ts';
import { z95 } from './wilson.ts';

/** Labelled runs that a class must have at least before a judge's errors are corrected for (design §11). */
export const labelledPerClass = 20;

/**
 * A rate corrected for the judge's measured errors: p = (r + specificity − 1) / (sensitivity + specificity − 1), within 0 … 1, with the delta-method
 * interval over both samples. `positives` of `n` is what the judge said of runs that nobody labelled; `labelled` is a separate sample of labelled ones.
 * Null where a class of it has fewer than 20 runs, or the judge is no better than chance.
 * Source: W. J. Rogan and B. Gladen, "Estimating prevalence from the results of a screening test", American Journal of Epidemiology 107 (1978) 71–76.
 */
export function correctedRate(positives: number, n: number, labelled: Confusion): Estimate {
  const { truePositive: tp, falsePositive: fp, falseNegative: fn, trueNegative: tn } = labelled;
  const none: Estimate = { value: null, low: null, high: null };
  if (n === 0 || tp + fn < labelledPerClass || fp + tn < labelledPerClass) return none;
  const sensitivity = tp / (tp + fn);
  const specificity = tn / (fp + tn);
  const power = sensitivity + specificity - 1;
  if (power <= 0) return none;
  const seen = positives / n;
  const rate = (seen + specificity - 1) / power;
  const variance =
    ((seen * (1 - seen)) / n +
      (rate ** 2 * sensitivity * (1 - sensitivity)) / (tp + fn) +
      ((1 - rate) ** 2 * specificity * (1 - specificity)) / (fp + tn)) /
    power ** 2;
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  const half = z95 * Math.sqrt(variance);
  return { value: within(rate), low: within(rate - half), high: within(rate + half) };
}
