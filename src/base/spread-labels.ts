/** Places labels near `wanted` (ascending), at least `apart` from each other and, if possible, within the bounds. */
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

/** Shortens names with a shared prefix: `agent-20-80` and `agent-95-5` become `…20-80` and `…95-5`. */
export function withoutSharedStart(names: readonly string[]): string[] {
  const [first = '', ...others] = names;
  let length = 0;
  while (others.length > 0 && length < first.length && others.every((name) => name[length] === first[length]))
    length += 1;
  const start = Math.max(0, ...['-', '/', ':'].map((sign) => first.lastIndexOf(sign, length - 1) + 1));
  return start === 0 ? [...names] : names.map((name) => `…${name.slice(start)}`);
}
