/** ` Did you mean "x"?` where one of `names` is close to what was written, else an empty text. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const nearest = nearestName(written, names);
  return nearest === null ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}

/** The name with the fewest edits to what was written; null where a third of it or more would change. */
export function nearestName(written: string, names: Iterable<string>): string | null {
  const most = Math.max(1, Math.ceil(written.length / 3) - 1);
  let best: { name: string; edits: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - written.length) > most) continue;
    const edits = editDistance(written.toLowerCase(), name.toLowerCase());
    if (edits <= most && (best === null || edits < best.edits)) best = { name, edits };
  }
  return best?.name ?? null;
}

/** Insertions, deletions and replacements of one letter, and swaps of two neighbours, that turn one text into the other. */
function editDistance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= left.length; row += 1) {
    const above = rows[row - 1] as number[];
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isEqual = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (isEqual ? 0 : 1),
        isSwap ? (rows[row - 2]?.[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(current);
  }
  return rows.at(-1)?.at(-1) as number;
}
