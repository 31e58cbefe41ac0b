import { type Proportion, wilson, z95 } from './wilson.ts';

/** How often a judge and a reference said yes or no to the same question. "Positive" is yes by the reference. */
export interface Confusion {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
}

/** An estimate with a 95 % interval; null where it isn't defined. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Agreement extends Confusion {
  n: number;
  agreement: Proportion;
  precision: Proportion;
  recall: Proportion;
  f1: Estimate;
  kappa: Estimate;
  ac1: Estimate;
}

const undefinedEstimate: Estimate = { value: null, low: null, high: null };

/** Agreement, precision and recall with Wilson intervals, F1, Cohen's κ and Gwet's AC1 with theirs, of independent items. */
export function agreementOf(counts: Confusion): Agreement {
  const { truePositive: tp, falsePositive: fp, falseNegative: fn, trueNegative: tn } = counts;
  const n = tp + fp + fn + tn;
  return {
    ...counts,
    n,
    agreement: wilson(tp + tn, n),
    precision: wilson(tp, tp + fp),
    recall: wilson(tp, tp + fn),
    f1: f1Of(counts),
    kappa: kappaOf(counts),
    ac1: ac1Of(counts),
  };
}

/**
 * F1 = 2·TP / (2·TP + FP + FN), its interval by the delta method on the logit.
 * Source: K. Takahashi et al., "Confidence interval for micro-averaged F1 and macro-averaged F1 scores", Applied Intelligence 52 (2022) 4961–4972.
 */
export function f1Of({
  truePositive: tp,
  falsePositive: fp,
  falseNegative: fn,
  trueNegative: tn,
}: Confusion): Estimate {
  const n = tp + fp + fn + tn;
  if (tp + fp + fn === 0) return undefinedEstimate;
  const hit = tp / n;
  const miss = (fp + fn) / n;
  const sum = 2 * hit + miss;
  const f1 = (2 * hit) / sum;
  const byHit = (2 * miss) / sum ** 2;
  const byMiss = (-2 * hit) / sum ** 2;
  const variance =
    (byHit ** 2 * hit * (1 - hit) + byMiss ** 2 * miss * (1 - miss) - 2 * byHit * byMiss * hit * miss) / n;
  if (f1 === 0 || f1 === 1) return { value: f1, low: null, high: null };
  const logit = Math.log(f1 / (1 - f1));
  const half = (z95 * Math.sqrt(variance)) / (f1 * (1 - f1));
  const back = (value: number): number => 1 / (1 + Math.exp(-value));
  return { value: f1, low: back(logit - half), high: back(logit + half) };
}

/**
 * Cohen's κ with the standard error of J. L. Fleiss, J. Cohen and B. S. Everitt, "Large sample standard errors of kappa and weighted kappa",
 * Psychological Bulletin 72 (1969) 323–327. Not defined where both always say the same one thing.
 */
export function kappaOf({
  truePositive: tp,
  falsePositive: fp,
  falseNegative: fn,
  trueNegative: tn,
}: Confusion): Estimate {
  const n = tp + fp + fn + tn;
  if (n === 0) return undefinedEstimate;
  const observed = (tp + tn) / n;
  const rows = [(tp + fp) / n, (fn + tn) / n] as const;
  const columns = [(tp + fn) / n, (fp + tn) / n] as const;
  const chance = rows[0] * columns[0] + rows[1] * columns[1];
  if (chance === 1) return undefinedEstimate;
  const kappa = (observed - chance) / (1 - chance);
  const same =
    (tp / n) * (1 - (rows[0] + columns[0]) * (1 - kappa)) ** 2 +
    (tn / n) * (1 - (rows[1] + columns[1]) * (1 - kappa)) ** 2;
  const other = (1 - kappa) ** 2 * ((fp / n) * (columns[0] + rows[1]) ** 2 + (fn / n) * (columns[1] + rows[0]) ** 2);
  const variance = (same + other - (kappa - chance * (1 - kappa)) ** 2) / (n * (1 - chance) ** 2);
  return around(kappa, variance);
}

/**
 * Gwet's AC1, which does not fall apart where one answer is rare.
 * Source: K. L. Gwet, "Computing inter-rater reliability and its variance in the presence of high agreement", British Journal of Mathematical and
 * Statistical Psychology 61 (2008) 29–48 (two raters, two categories; variance conditional on the raters, no finite population).
 */
export function ac1Of({
  truePositive: tp,
  falsePositive: fp,
  falseNegative: fn,
  trueNegative: tn,
}: Confusion): Estimate {
  const n = tp + fp + fn + tn;
  if (n < 2) return undefinedEstimate;
  const observed = (tp + tn) / n;
  const yes = (2 * tp + fp + fn) / (2 * n);
  const chance = 2 * yes * (1 - yes);
  const ac1 = (observed - chance) / (1 - chance);
  // Each item's own share: its agreement, and how its ratings move the chance agreement.
  const share = (agrees: number, itsYes: number): number => {
    const itsChance = itsYes * (1 - yes) + (1 - itsYes) * yes;
    return (agrees - chance) / (1 - chance) - (2 * (1 - ac1) * (itsChance - chance)) / (1 - chance);
  };
  const squares =
    tp * (share(1, 1) - ac1) ** 2 + tn * (share(1, 0) - ac1) ** 2 + (fp + fn) * (share(0, 0.5) - ac1) ** 2;
  return around(ac1, squares / (n * (n - 1)));
}

function around(value: number, variance: number): Estimate {
  const half = z95 * Math.sqrt(Math.max(0, variance));
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}
