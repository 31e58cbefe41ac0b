interface Match {
  left: number;
  right: number;
  size: number;
}

/**
 * Python's `difflib.SequenceMatcher(a, b).ratio()`, 0 to 1. It includes the autojunk heuristic: if `right` has at least
 * 200 elements, those with a share above 1 % start no match.
 */
export function sequenceRatio(left: readonly string[], right: readonly string[]): number {
  const total = left.length + right.length;
  if (total === 0) return 1;
  const places = placesOf(right);
  let matched = 0;
  const open: [number, number, number, number][] = [[0, left.length, 0, right.length]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [leftLow, leftHigh, rightLow, rightHigh] = range;
    const found = longestMatch(left, right, places, range);
    if (found.size === 0) continue;
    matched += found.size;
    if (leftLow < found.left && rightLow < found.right) open.push([leftLow, found.left, rightLow, found.right]);
    if (found.left + found.size < leftHigh && found.right + found.size < rightHigh)
      open.push([found.left + found.size, leftHigh, found.right + found.size, rightHigh]);
  }
  return (2 * matched) / total;
}

function placesOf(right: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, element] of right.entries()) {
    const list = places.get(element);
    if (list === undefined) places.set(element, [at]);
    else list.push(at);
  }
  if (right.length >= 200) {
    const popular = Math.floor(right.length / 100) + 1;
    for (const [element, list] of places) if (list.length > popular) places.delete(element);
  }
  return places;
}

function longestMatch(
  left: readonly string[],
  right: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [leftLow, leftHigh, rightLow, rightHigh]: readonly [number, number, number, number],
): Match {
  const best: Match = { left: leftLow, right: rightLow, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = leftLow; i < leftHigh; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(left[i] as string) ?? []) {
      if (j < rightLow) continue;
      if (j >= rightHigh) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) Object.assign(best, { left: i - size + 1, right: j - size + 1, size });
    }
    lengths = next;
  }
  // Popular elements start no match but can extend one.
  while (best.left > leftLow && best.right > rightLow && left[best.left - 1] === right[best.right - 1]) {
    best.left -= 1;
    best.right -= 1;
    best.size += 1;
  }
  while (
    best.left + best.size < leftHigh &&
    best.right + best.size < rightHigh &&
    left[best.left + best.size] === right[best.right + best.size]
  )
    best.size += 1;
  return best;
}
