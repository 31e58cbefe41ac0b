/** Fewest matching letters and digits in a row, long enough to exclude common phrases. */
const runLength = 20;
const fewest = 8;

/** Returns [from, to) in UTF-16 code units. Only letters and digits count, since vectors wrap lines and split words. */
export function payloadSpans(text: string, payload: string): [from: number, to: number][] {
  const wanted = bare(payload).letters;
  if (wanted.length < fewest) return [];
  const length = Math.min(runLength, wanted.length);
  const runs = new Set<string>();
  for (let at = 0; at + length <= wanted.length; at += 1) runs.add(wanted.slice(at, at + length));
  const { letters, places } = bare(text);
  const spans: [number, number][] = [];
  let coveredTo = -1;
  for (let at = 0; at + length <= letters.length; at += 1) {
    if (!runs.has(letters.slice(at, at + length))) continue;
    const from = places[at] ?? 0;
    const to = (places[at + length - 1] ?? 0) + 1;
    const last = spans.at(-1);
    if (last !== undefined && at <= coveredTo) last[1] = to;
    else spans.push([from, to]);
    coveredTo = at + length;
  }
  return spans;
}

function bare(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  let letters = '';
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    // Lower case may expand to several code units. Using the first keeps positions one to one.
    letters += match[0].toLowerCase()[0] ?? '';
    places.push(match.index + match[0].length - 1);
  }
  return { letters, places };
}
