import type { Confusion, Estimate } from './agreement.ts';
import { z95 } from './wilson.ts';

export const labelledPerClass = 20;

export function hasEnoughLabelled({ truePositive, falsePositive, falseNegative, trueNegative }: Confusion): boolean {
  return truePositive + falseNegative >= labelledPerClass && falsePositive + trueNegative >= labelledPerClass;
}

const none: Estimate = { value: null, low: null, high: null };

/**
 * The Rogan-Gladen estimate p = (r + specificity − 1) / (sensitivity + specificity − 1) with its delta-method interval.
 * The judge calls `positives` of `n` unlabelled runs positive; `labelled` is a separate sample. Null if a class of that
 * sample has fewer than 20 runs or the judge is no better than chance. Source: Rogan and Gladen, American Journal of
 * Epidemiology 107 (1978) 71–76.
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
 * Prediction-powered inference: the judge's rate on unlabelled runs plus its mean error on labelled ones. Both samples
 * must come from one distribution. Null if a class of the labelled sample has fewer than 20 runs. Source: Angelopoulos
 * et al., Science 382 (2023) 669–674 (the mean, without power tuning).
 */
export function predictionPoweredRate(positives: number, n: number, labelled: Confusion): Estimate {
  const { falsePositive: fp, falseNegative: fn, truePositive: tp, trueNegative: tn } = labelled;
  if (n === 0 || !hasEnoughLabelled(labelled)) return none;
  const all = tp + fp + fn + tn;
  const seen = positives / n;
  // Mean of truth minus judge: 1 for a miss, −1 for a false alarm, else 0.
  const off = (fn - fp) / all;
  const variance = (seen * (1 - seen)) / n + ((fn + fp) / all - off ** 2) / all;
  return around(seen + off, variance);
}

function around(rate: number, variance: number): Estimate {
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  const half = z95 * Math.sqrt(variance);
  return { value: within(rate), low: within(rate - half), high: within(rate + half) };
}
