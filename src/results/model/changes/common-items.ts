/** Longer lists are compared position by position. */
const mostItems = 1500;

/** Index pairs of the longest common subsequence of two lists. */
export function commonItems(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length > mostItems || b.length > mostItems) return a.flatMap((key, i) => (key === b[i] ? [[i, i]] : []));
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}
