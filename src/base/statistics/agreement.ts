import { type Proportion, wilson, z95 } from './wilson.ts';

/** Counts of a judge's yes/no answers against a reference. "Positive" means that the reference answers yes. */
export interface Confusion {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
}

/** An estimate with a 95 % interval; all null if it is undefined. */
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

/** Agreement measures of independent items: proportions with Wilson intervals, F1, Cohen's κ and Gwet's AC1. */
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
 * F1 = 2J / (1 + J) with the Jaccard index J = TP / (TP + FP + FN). J is a proportion, so its Wilson interval, mapped
 * by this formula, is valid at F1 = 0 and F1 = 1 too. Undefined if neither side has a positive.
 */
export function f1Of({ truePositive: tp, falsePositive: fp, falseNegative: fn }: Confusion): Estimate {
  const { rate, low, high } = wilson(tp, tp + fp + fn);
  const f1 = (share: number | null): number | null => (share === null ? null : (2 * share) / (1 + share));
  return { value: f1(rate), low: f1(low), high: f1(high) };
}

/**
 * Cohen's κ with the standard error of Fleiss, Cohen and Everitt, Psychological Bulletin 72 (1969) 323–327. Undefined
 * if all answers of both sides are equal.
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
  return around(kappa, variance, { agree: tp + tn, n, chance });
}

/**
 * Gwet's AC1, which stays stable if one answer is rare. Source: K. L. Gwet, British Journal of Mathematical and
 * Statistical Psychology 61 (2008) 29–48 (variance conditional on the raters, no finite population).
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
  // An item's contribution to the variance: its agreement and its effect on the chance agreement.
  const share = (agrees: number, itsYes: number): number => {
    const itsChance = itsYes * (1 - yes) + (1 - itsYes) * yes;
    return (agrees - chance) / (1 - chance) - (2 * (1 - ac1) * (itsChance - chance)) / (1 - chance);
  };
  const squares =
    tp * (share(1, 1) - ac1) ** 2 + tn * (share(1, 0) - ac1) ** 2 + (fp + fn) * (share(0, 0.5) - ac1) ** 2;
  return around(ac1, squares / (n * (n - 1)), { agree: tp + tn, n, chance });
}

const noVariance = 1e-12;

/**
 * The interval of a coefficient. A variance of 0 (full agreement or none) would give it no width, however small the
 * sample, so the Wilson interval of the observed agreement replaces it, with the chance agreement kept fixed.
 */
function around(value: number, variance: number, observed: { agree: number; n: number; chance: number }): Estimate {
  const within = (bound: number): number => Math.max(-1, Math.min(1, bound));
  if (variance > noVariance) {
    const half = z95 * Math.sqrt(variance);
    return { value, low: within(value - half), high: within(value + half) };
  }
  const { low, high } = wilson(observed.agree, observed.n);
  const beyondChance = (agreement: number): number => within((agreement - observed.chance) / (1 - observed.chance));
  return { value, low: Math.min(value, beyondChance(low ?? 0)), high: Math.max(value, beyondChance(high ?? 1)) };
}
