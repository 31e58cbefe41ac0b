/** A string literal in Python source, with adjacent literals joined. */
export interface PythonString {
  /** The evaluated string. For an f-string, it includes the replacement fields as source. */
  value: string;
  isFormatted: boolean;
  /** Text, and for an f-string its replacement fields without braces. */
  parts: PythonStringPart[];
  /** The extent in the source; `end` is exclusive. */
  start: number;
  end: number;
}

export type PythonStringPart = { text: string } | { field: string };

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

/** Returns all string literals of a Python source without running it. Resolves escapes and joins adjacent literals. */
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
          last.parts.push(...string.parts);
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
  const isFormatted = prefix.includes('f');
  const parts: PythonStringPart[] = [];
  let text = '';
  const piece = (part: PythonStringPart): void => {
    if (text !== '') parts.push({ text });
    text = '';
    if ('field' in part) parts.push(part);
  };
  for (let index = at + open[0].length; index < source.length; ) {
    if (source.startsWith(quote, index)) {
      piece({ text });
      const value = parts.map((part) => ('text' in part ? part.text : `{${part.field}}`)).join('');
      return { value, isFormatted, parts, start: at, end: index + quote.length };
    }
    const unit = source.charAt(index);
    if (quote.length === 1 && unit === '\n') return null;
    if (isFormatted && source.startsWith('{{', index)) {
      text += '{{';
      index += 2;
    } else if (isFormatted && unit === '{') {
      const end = fieldEnd(source, index);
      if (end === null) return null;
      piece({ field: source.slice(index + 1, end) });
      index = end + 1;
    } else if (unit !== '\\') {
      text += unit;
      index += 1;
    } else if (isRaw) {
      text += source.slice(index, index + 2);
      index += 2;
    } else {
      const resolved = escapeAt(source, index);
      text += resolved.value;
      index += resolved.length;
    }
  }
  return null;
}

/**
 * Returns the index of the brace that ends a replacement field; null if the field doesn't end. Strings in the field may
 * contain braces and, since Python 3.12, the outer quotes.
 */
function fieldEnd(source: string, at: number): number | null {
  let depth = 0;
  for (let index = at; index < source.length; index += 1) {
    const unit = source.charAt(index);
    if (unit === '"' || unit === "'") {
      const inner = stringAt(source, index);
      if (inner === null) return null;
      index = inner.end - 1;
    } else if (unit === '{' || unit === '[' || unit === '(') depth += 1;
    else if (unit === '}' || unit === ']' || unit === ')') {
      depth -= 1;
      if (depth === 0) return unit === '}' ? index : null;
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
