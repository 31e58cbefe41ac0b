/** How much of an injected text was visible. */
export type ExposureExtent = 'none' | 'partial' | 'full';

/** Minimum fraction of the payload's words that must be visible for `partial` and `full`. */
const partialFrom = 0.1;
const fullFrom = 0.8;
/** Minimum length of a matching run, to exclude common phrases. Shorter for OCR, which misreads characters. */
const runLengths = { text: 20, picture: 14 } as const;

/** `picture`: read by OCR, which confuses l, I and 1, or O and 0. */
export type Medium = 'text' | 'picture';

/**
 * Fraction (0 … 1) of the injected text's words that appear in matching runs of letters and digits. Other characters
 * are ignored, since vectors wrap lines, add prefixes and split words.
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

export function exposureIn(shown: string, injected: string, medium: Medium = 'text'): ExposureExtent {
  return extentOf(exposedFraction(shown, injected, medium));
}

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
