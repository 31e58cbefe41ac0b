import type { Confusion, Estimate } from './agreement.ts';
import { z95 } from './wilson.ts';

/** Labelled runs that a class must have at least before a judge's errors are corrected for. */
export const labelledPerClass = 20;

/** Whether a sample has enough labelled runs of both classes to say how a judge errs. */
export function hasEnoughLabelled({ truePositive, falsePositive, falseNegative, trueNegative }: Confusion): boolean {
  return truePositive + falseNegative >= labelledPerClass && falsePositive + trueNegative >= labelledPerClass;
}

const none: Estimate = { value: null, low: null, high: null };

/**
 * A rate corrected for the judge's measured errors: p = (r + specificity − 1) / (sensitivity + specificity − 1), within
 * 0 … 1, with the delta-method interval over both samples. `positives` of `n` is what the judge said of runs that
 * nobody labelled; `labelled` is a separate sample of labelled ones. Null where a class of it has fewer than 20 runs,
 * or the judge is no better than chance. Source: W. J. Rogan and B. Gladen, "Estimating prevalence from the results of
 * a screening test", American Journal of Epidemiology 107 (1978) 71–76.
 */
export function correctedRate(positives: number, n: number, labelled: Confusion): Estimate {
  const { truePositive: tp, falsePositive: fp, falseNegative: fn, trueNegative: tn } = labelled;
  if (n === 0 || !hasEnoughLabelled(labelled)) return none;
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
  return around(rate, variance);
}

/**
 * The same rate by prediction-powered inference: what the judge says of unlabelled runs, moved by how far it is off on
 * the labelled ones; it asks that both be drawn alike, and gains where the judge is good. Null where a class of the
 * labelled has fewer than 20 runs. Source: A. N. Angelopoulos et al., "Prediction-powered inference", Science 382
 * (2023) 669–674 (the mean, without power tuning).
 */
export function predictionPoweredRate(positives: number, n: number, labelled: Confusion): Estimate {
  const { falsePositive: fp, falseNegative: fn, truePositive: tp, trueNegative: tn } = labelled;
  if (n === 0 || !hasEnoughLabelled(labelled)) return none;
  const all = tp + fp + fn + tn;
  const seen = positives / n;
  // Per labelled run: truth minus judge, which is 1 for a miss, −1 for a false alarm, else 0.
  const off = (fn - fp) / all;
  const variance = (seen * (1 - seen)) / n + ((fn + fp) / all - off ** 2) / all;
  return around(seen + off, variance);
}

function around(rate: number, variance: number): Estimate {
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  const half = z95 * Math.sqrt(variance);
  return { value: within(rate), low: within(rate - half), high: within(rate + half) };
}
