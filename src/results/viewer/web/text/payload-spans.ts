/**
 * Letters and digits in a row that must agree: so many that ordinary phrases don't match by chance (as in
 * `src/desktop/observation/exposure.ts`).
 */
const runLength = 20;
const fewest = 8;

/**
 * Where a text shows pieces of the injected text, as [from, to) in UTF-16 units, in order. Compared by letters and digits alone, in any
 * case: vectors wrap lines, put signs before them and cut words.
 */
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

/** Letters and digits in lower case, and where each stands. */
function bare(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  let letters = '';
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    // A letter whose lower case has several units takes its first, so that places stay one to one.
    letters += match[0].toLowerCase()[0] ?? '';
    places.push(match.index + match[0].length - 1);
  }
  return { letters, places };
}
