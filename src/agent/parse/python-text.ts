/**
 * Python's idea of white space and of word characters, which JavaScript's `\s`, `\w` and `trim` differ from (U+FEFF, U+001C–U+001F,
 * U+0085, letters beyond ASCII).
 */
const space = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const word = /[\p{L}\p{N}_]/u;

/** `str.strip()`; linear in the length of what it takes away. */
export function pythonStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The first index at or after `from` that is not white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && space.test(text.charAt(at))) at += 1;
  return at;
}

/** The first index at or after `from` where no word character (`\w`) stands. */
export function afterWord(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const point = String.fromCodePoint(text.codePointAt(at) as number);
    if (!word.test(point)) break;
    at += point.length;
  }
  return at;
}
