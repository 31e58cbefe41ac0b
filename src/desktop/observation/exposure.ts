/** How much of an injected text something held. */
export type ExposureExtent = 'none' | 'partial' | 'full';

/** Shares of the payload's words from which it counts as seen in part, and as seen. */
const partialFrom = 0.1;
const fullFrom = 0.8;
/**
 * Letters and digits in a row that must agree: so many that ordinary phrases don't match by chance, fewer where single
 * letters are misread.
 */
const runLengths = { text: 20, picture: 14 } as const;

/** What was shown: as text, or as characters read from a picture (where l, I, 1 and O, 0 are easily confused). */
export type Medium = 'text' | 'picture';

/**
 * The share (0 … 1) of the injected text's words that stand in what was shown, in runs of at least 20 letters and
 * digits (14 in a picture). Both are compared by letters and digits alone, since vectors wrap lines, put signs before
 * them and cut words.
 */
export function exposedFraction(shown: string, injected: string, medium: Medium = 'text'): number {
  const words = injected.split(/\s+/u).map((word) => bare(word, medium));
  const payload = words.join('');
  if (payload === '') return 0;
  const text = bare(shown, medium);
  const length = Math.min(runLengths[medium], payload.length);
  const runs = new Set<string>();
  for (let at = 0; at + length <= payload.length; at += 1) runs.add(payload.slice(at, at + length));
  const found = new Set<string>();
  for (let at = 0; at + length <= text.length; at += 1) {
    const run = text.slice(at, at + length);
    if (runs.has(run)) found.add(run);
  }
  if (found.size === 0) return 0;
  const covered = new Uint8Array(payload.length);
  for (let at = 0; at + length <= payload.length; at += 1)
    if (found.has(payload.slice(at, at + length))) covered.fill(1, at, at + length);
  let from = 0;
  let seen = 0;
  let all = 0;
  for (const word of words) {
    if (word === '') continue;
    all += 1;
    const part = covered.subarray(from, from + word.length).reduce((sum, value) => sum + value, 0);
    if (part * 2 >= word.length) seen += 1;
    from += word.length;
  }
  return seen / all;
}

/** The same as one of three. */
export function exposureIn(shown: string, injected: string, medium: Medium = 'text'): ExposureExtent {
  return extentOf(exposedFraction(shown, injected, medium));
}

/** A share of the injected text (0 to 1) as one of three. */
export function extentOf(fraction: number): ExposureExtent {
  if (fraction >= fullFrom) return 'full';
  return fraction >= partialFrom ? 'partial' : 'none';
}

function bare(text: string, medium: Medium): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(medium === 'text' ? /[^\p{L}\p{N}]+/gu : /[^\p{L}\p{N}|]+/gu, '');
  return medium === 'text' ? letters : letters.replace(/[i1|]/g, 'l').replaceAll('0', 'o');
}
