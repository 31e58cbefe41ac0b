/** Fisher-Yates shuffle of a copy. `below` returns a random integer from 0 to its bound, exclusive. */
export function shuffled<T>(values: readonly T[], below: (bound: number) => number): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
