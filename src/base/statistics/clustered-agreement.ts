import { type Agreement, ac1Of, agreementOf, type Confusion, type Estimate, kappaOf } from './agreement.ts';
import { type ClusteredProportion, clusteredRate } from './clustered-rate.ts';
import { jackknifeHalfWidth } from './jackknife.ts';
import type { Proportion } from './wilson.ts';

const sizeOf = (confusion: Confusion): number =>
  confusion.truePositive + confusion.falsePositive + confusion.falseNegative + confusion.trueNegative;

/**
 * Agreement over dependent runs, with one confusion matrix per cluster (a base task, its injections and repeats).
 * Proportions, and F1 through its Jaccard index, use `clusteredRate`. κ and AC1 use the wider of two intervals: the
 * plain one widened by the design effect of the observed agreement, and the jackknife over clusters with Student's t.
 */
export function clusteredAgreement(clusters: readonly Confusion[]): Agreement {
  const held = clusters.filter((cluster) => sizeOf(cluster) > 0);
  const plain = agreementOf(total(held));
  if (held.every((confusion) => sizeOf(confusion) === 1)) return plain;
  const rate = (events: (confusion: Confusion) => number, n: (confusion: Confusion) => number): ClusteredProportion =>
    clusteredRate(held.map((confusion) => ({ events: events(confusion), n: n(confusion) })));
  const agreed = rate((confusion) => confusion.truePositive + confusion.trueNegative, sizeOf);
  const positives = (confusion: Confusion): number => confusion.truePositive;
  const either = rate(
    positives,
    (confusion) => confusion.truePositive + confusion.falsePositive + confusion.falseNegative,
  );
  const f1 = (share: number | null): number | null => (share === null ? null : (2 * share) / (1 + share));
  return {
    ...plain,
    agreement: proportion(agreed),
    precision: proportion(rate(positives, (confusion) => confusion.truePositive + confusion.falsePositive)),
    recall: proportion(rate(positives, (confusion) => confusion.truePositive + confusion.falseNegative)),
    f1: { value: plain.f1.value, low: f1(either.low), high: f1(either.high) },
    kappa: widened(plain.kappa, held, kappaOf, agreed),
    ac1: widened(plain.ac1, held, ac1Of, agreed),
  };
}

function proportion({ count, n, rate, low, high }: ClusteredProportion): Proportion {
  return { count, n, rate, low, high };
}

function widened(
  plain: Estimate,
  clusters: readonly Confusion[],
  statistic: (counts: Confusion) => Estimate,
  agreed: ClusteredProportion,
): Estimate {
  const { value, low, high } = plain;
  if (value === null || low === null || high === null) return plain;
  const wider = Math.sqrt(Math.max(1, agreed.n / Math.max(1, agreed.effectiveN)));
  const jackknife = jackknifeHalfWidth(clusters, (some) => statistic(total(some)).value);
  return {
    value,
    low: Math.max(-1, Math.min(value - (value - low) * wider, value - jackknife)),
    high: Math.min(1, Math.max(value + (high - value) * wider, value + jackknife)),
  };
}

function total(clusters: readonly Confusion[]): Confusion {
  const sum = (of: (confusion: Confusion) => number): number =>
    clusters.reduce((all, confusion) => all + of(confusion), 0);
  return {
    truePositive: sum((confusion) => confusion.truePositive),
    falsePositive: sum((confusion) => confusion.falsePositive),
    falseNegative: sum((confusion) => confusion.falseNegative),
    trueNegative: sum((confusion) => confusion.trueNegative),
  };
}
