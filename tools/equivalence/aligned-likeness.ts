/** Aligns two sequences in order for maximal likeness. Returns one value per element of the shorter one. */
export function alignedLikeness<Item>(
  first: readonly Item[],
  second: readonly Item[],
  likeness: (a: Item, b: Item) => number,
): number[] {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const alike = short.map((a) => long.map((b) => likeness(a, b)));
  // best[i][j] is the maximum for the first i elements of the short and the first j of the long sequence.
  const best: number[][] = [new Array(long.length + 1).fill(0)];
  for (let i = 1; i <= short.length; i += 1) {
    const row: number[] = new Array(long.length + 1).fill(Number.NEGATIVE_INFINITY);
    for (let j = i; j <= long.length; j += 1)
      row[j] = Math.max(row[j - 1] as number, (best[i - 1]?.[j - 1] as number) + (alike[i - 1]?.[j - 1] as number));
    best.push(row);
  }
  const found: number[] = [];
  let j = long.length;
  for (let i = short.length; i > 0; i -= 1) {
    while (j > i && best[i]?.[j] === best[i]?.[j - 1]) j -= 1;
    found.unshift(alike[i - 1]?.[j - 1] as number);
    j -= 1;
  }
  return found;
}
