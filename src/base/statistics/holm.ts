/** Holm's step-down adjustment of p-values, in the given order (Scandinavian Journal of Statistics 6, 1979). */
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
