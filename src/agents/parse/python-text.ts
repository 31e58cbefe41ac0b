/** JavaScript's `\s`, `\w` and `trim` differ from Python's (U+FEFF, U+001C–U+001F, U+0085, non-ASCII letters). */
const space = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const word = /[\p{L}\p{N}_]/u;

/** Checks ASCII without a regular expression, for speed on long texts. */
function isSpaceAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  return space.test(text.charAt(at));
}

function isAsciiWord(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f
  );
}

/** `str.strip()`. Runs in linear time. */
export function pythonStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpaceAt(text, start)) start += 1;
  while (end > start && isSpaceAt(text, end - 1)) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

export function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpaceAt(text, at)) at += 1;
  return at;
}

export function afterWord(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      if (!isAsciiWord(unit)) break;
      at += 1;
      continue;
    }
    const point = String.fromCodePoint(text.codePointAt(at) as number);
    if (!word.test(point)) break;
    at += point.length;
  }
  return at;
}
