/**
 * Places for labels that want to stand at `wanted` (ascending): each at least `apart` from the next, all within the two
 * bounds as far as there is room.
 */
export function spreadLabels(wanted: readonly number[], apart: number, first: number, last: number): number[] {
  const places: number[] = [];
  for (const at of wanted) places.push(Math.max(first, at, (places.at(-1) ?? Number.NEGATIVE_INFINITY) + apart));
  let limit = last;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index] ?? 0, limit);
    limit = (places[index] ?? 0) - apart;
  }
  return places;
}
