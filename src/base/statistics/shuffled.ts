/** The values in another order (Fisher-Yates). `below`: a whole number from 0 up to, not including, its bound. */
export function shuffled<T>(values: readonly T[], below: (bound: number) => number): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
