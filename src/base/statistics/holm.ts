/**
 * Adjusts p-values by Holm's step-down method and keeps their order. Source: S. Holm, Scandinavian Journal of
 * Statistics 6 (1979) 65–70.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 1);
  let highest = 0;
  for (const [rank, { p, at }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)));
    adjusted[at] = highest;
  }
  return adjusted;
}
