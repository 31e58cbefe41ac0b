/** A string constant of a Python source, adjacent ones joined as Python joins them. */
export interface PythonString {
  /** What it evaluates to; of an f-string the text as written, replacement fields included. */
  value: string;
  isFormatted: boolean;
  /** Index in the source of its first and behind its last character. */
  start: number;
  end: number;
}

const opening = /([rbuft]{0,2})('''|"""|'|")/iy;
const simple: Record<string, string> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * All string constants of a Python source, found by reading it, never by running it: comments are passed over, escapes resolved,
 * neighbours joined where only white space, comments or (inside brackets) line ends stand between them.
 */
export function pythonStrings(source: string): PythonString[] {
  const found: PythonString[] = [];
  let depth = 0;
  let joinable = false;
  for (let at = 0; at < source.length; ) {
    const unit = source.charAt(at);
    if (unit === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else if (unit === '\n') {
      if (depth === 0) joinable = false;
      at += 1;
    } else if (unit === '\\' && source.charAt(at + 1) === '\n') at += 2;
    else if (unit === ' ' || unit === '\t' || unit === '\r') at += 1;
    else {
      const string = stringAt(source, at);
      if (string !== null) {
        const last = found.at(-1);
        if (joinable && last !== undefined) {
          last.value += string.value;
          last.isFormatted ||= string.isFormatted;
          last.end = string.end;
        } else found.push(string);
        joinable = true;
        at = string.end;
        continue;
      }
      joinable = false;
      if ('([{'.includes(unit)) depth += 1;
      if (')]}'.includes(unit)) depth = Math.max(0, depth - 1);
      const name = /[\p{L}\p{N}_]+/uy;
      name.lastIndex = at;
      at += name.exec(source)?.[0].length ?? 1;
    }
  }
  return found;
}

function stringAt(source: string, at: number): PythonString | null {
  opening.lastIndex = at;
  const open = opening.exec(source);
  if (open === null) return null;
  const prefix = (open[1] as string).toLowerCase();
  const quote = open[2] as string;
  const isRaw = prefix.includes('r');
  let value = '';
  for (let index = at + open[0].length; index < source.length; ) {
    if (source.startsWith(quote, index)) {
      return { value, isFormatted: prefix.includes('f'), start: at, end: index + quote.length };
    }
    const unit = source.charAt(index);
    if (quote.length === 1 && unit === '\n') return null;
    if (unit !== '\\') {
      value += unit;
      index += 1;
    } else if (isRaw) {
      value += source.slice(index, index + 2);
      index += 2;
    } else {
      const resolved = escapeAt(source, index);
      value += resolved.value;
      index += resolved.length;
    }
  }
  return null;
}

function escapeAt(source: string, at: number): { value: string; length: number } {
  const letter = source.charAt(at + 1);
  const known = simple[letter];
  if (known !== undefined) return { value: known, length: 2 };
  const coded = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{1,3}))/iy;
  coded.lastIndex = at;
  const match = coded.exec(source);
  if (match === null) return { value: `\\${letter}`, length: 2 };
  const hex = match[1] ?? match[2] ?? match[3];
  const point = hex === undefined ? Number.parseInt(match[4] as string, 8) : Number.parseInt(hex, 16);
  return { value: point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd', length: match[0].length };
}
