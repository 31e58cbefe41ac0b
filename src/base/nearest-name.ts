/** Returns ` Did you mean "x"?` if one of `names` is close to `written`, else an empty string. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const nearest = nearestName(written, names);
  return nearest === null ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}

/**
 * Returns the closest name by edit distance, or the only one that begins with `written`. Null if a third or more of the
 * characters would change, but a single edit is always allowed.
 */
export function nearestName(written: string, names: Iterable<string>): string | null {
  const known = [...names];
  const longer = known.filter((name) => name.startsWith(written));
  if (written.length > 2 && longer.length === 1) return longer[0] ?? null;
  const most = Math.max(1, Math.ceil(written.length / 3) - 1);
  let best: { name: string; edits: number } | null = null;
  for (const name of known) {
    if (Math.abs(name.length - written.length) > most) continue;
    const edits = editDistance(written.toLowerCase(), name.toLowerCase());
    if (edits <= most && (best === null || edits < best.edits)) best = { name, edits };
  }
  return best?.name ?? null;
}

/** Optimal string alignment distance: insertions, deletions, substitutions, and swaps of adjacent characters. */
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
