/** One token of Python source. `string`: `value` is decoded; of f-strings the fields stay as `{…}`. */
export interface PythonToken {
  kind: 'name' | 'string' | 'number' | 'operator' | 'newline';
  value: string;
  isFormat?: boolean;
}

const operators = ['**=', '//=', '...', '==', '!=', '<=', '>=', '->', ':=', '**', '//', '+=', '-=', '*=', '/='];

/** Splits Python source into tokens. Takes anything: what isn't Python comes out as operators of one character. */
export function pythonTokens(source: string): PythonToken[] {
  const tokens: PythonToken[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const blank = /^(?:[ \t\r\f]+|\\\r?\n|#[^\n]*)/.exec(rest);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    if (rest[0] === '\n' || rest[0] === ';') {
      tokens.push({ kind: 'newline', value: '\n' });
      at += 1;
      continue;
    }
    const opening = /^([rRbBuUfF]{0,2})('''|"""|'|")/.exec(rest);
    if (opening !== null) {
      const [whole, prefix = '', quote = "'"] = opening;
      const end = endOfString(source, at + whole.length, quote);
      const raw = source.slice(at + whole.length, end);
      const isRaw = /r/i.test(prefix);
      tokens.push({
        kind: 'string',
        value: isRaw ? raw : unescaped(raw),
        ...(/f/i.test(prefix) ? { isFormat: true } : {}),
      });
      at = Math.min(source.length, end + quote.length);
      continue;
    }
    const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(rest)?.[0];
    const number =
      name === undefined
        ? /^(?:0[xXoObB][0-9a-fA-F_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+)/.exec(rest)?.[0]
        : undefined;
    const value =
      name ??
      number ??
      operators.find((one) => rest.startsWith(one)) ??
      String.fromCodePoint(rest.codePointAt(0) ?? 32);
    tokens.push({ kind: name !== undefined ? 'name' : number !== undefined ? 'number' : 'operator', value });
    at += value.length;
  }
  return tokens;
}

function endOfString(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source.startsWith(quote, at)) return at;
    else if (quote.length === 1 && source[at] === '\n') return at;
  }
  return source.length;
}

const escapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

function unescaped(raw: string): string {
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (whole, x, u, long, octal, one) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return codePoint(Number.parseInt(hex, 16), whole);
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8), whole);
      return escapes[one] ?? whole;
    },
  );
}

function codePoint(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
