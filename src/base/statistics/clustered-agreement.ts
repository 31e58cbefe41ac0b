import { type Agreement, ac1Of, agreementOf, type Confusion, type Estimate, kappaOf } from './agreement.ts';
import { type ClusteredProportion, clusteredRate } from './clustered-rate.ts';
import { jackknifeHalfWidth } from './jackknife.ts';
import type { Proportion } from './wilson.ts';

const sizeOf = (one: Confusion): number => one.truePositive + one.falsePositive + one.falseNegative + one.trueNegative;

/**
 * Agreement over runs that depend on each other, one confusion a cluster (a base task, its injections, its repeats). Shares, and F1 through the share J
 * that it is made of, by `clusteredRate`; κ and AC1 by the wider of two intervals: the plain one widened by the design effect of the observed agreement,
 * and the jackknife over clusters with Student's t. Never narrower than `agreementOf`, and the same where each cluster is one run.
 */
export function clusteredAgreement(clusters: readonly Confusion[]): Agreement {
  const held = clusters.filter((one) => sizeOf(one) > 0);
  const plain = agreementOf(total(held));
  if (held.every((one) => sizeOf(one) === 1)) return plain;
  const rate = (events: (one: Confusion) => number, n: (one: Confusion) => number): ClusteredProportion =>
    clusteredRate(held.map((one) => ({ events: events(one), n: n(one) })));
  const agreed = rate((one) => one.truePositive + one.trueNegative, sizeOf);
  const positives = (one: Confusion): number => one.truePositive;
  const either = rate(positives, (one) => one.truePositive + one.falsePositive + one.falseNegative);
  const f1 = (share: number | null): number | null => (share === null ? null : (2 * share) / (1 + share));
  return {
    ...plain,
    agreement: proportion(agreed),
    precision: proportion(rate(positives, (one) => one.truePositive + one.falsePositive)),
    recall: proportion(rate(positives, (one) => one.truePositive + one.falseNegative)),
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
  const sum = (of: (one: Confusion) => number): number => clusters.reduce((all, one) => all + of(one), 0);
  return {
    truePositive: sum((one) => one.truePositive),
    falsePositive: sum((one) => one.falsePositive),
    falseNegative: sum((one) => one.falseNegative),
    trueNegative: sum((one) => one.trueNegative),
  };
}
