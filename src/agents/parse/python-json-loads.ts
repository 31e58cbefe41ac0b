/** Python's `json.JSONDecodeError`, whose message contains line, column and character. */
export class PythonJsonError extends Error {
  constructor(message: string, text: string, at: number) {
    const before = text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    super(`${message}: line ${line} column ${column} (char ${at})`);
    this.name = 'PythonJsonError';
  }
}

const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const constants: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];
const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const deepest = 900;

/** Python's `json.loads`. Accepts the same texts and throws `PythonJsonError` with Python's messages. */
export function pythonJsonLoads(text: string): unknown {
  let at = 0;
  const fail = (message: string, where: number): never => {
    throw new PythonJsonError(message, text, where);
  };
  const blank = () => {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  };
  const readString = (): string => {
    const start = at;
    at += 1;
    let value = '';
    for (;;) {
      const unit = text.charAt(at);
      if (unit === '') return fail('Unterminated string starting at', start);
      if (unit === '"') {
        at += 1;
        return value;
      }
      if (unit === '\\') {
        const letter = text.charAt(at + 1);
        if (letter === '') return fail('Unterminated string starting at', start);
        if (letter === 'u') {
          const hex = text.slice(at + 2, at + 6);
          if (!/^[0-9a-fA-F]{4}$/.test(hex)) return fail('Invalid \\uXXXX escape', at + 1);
          value += String.fromCharCode(Number.parseInt(hex, 16));
          at += 6;
          continue;
        }
        const meant = escapes[letter];
        if (meant === undefined) return fail('Invalid \\escape', at);
        value += meant;
        at += 2;
        continue;
      }
      if (unit < ' ') return fail('Invalid control character at', at);
      value += unit;
      at += 1;
    }
  };
  const readObject = (depth: number): unknown => {
    const object: Record<string, unknown> = {};
    at += 1;
    blank();
    if (text.charAt(at) === '}') {
      at += 1;
      return object;
    }
    for (;;) {
      if (text.charAt(at) !== '"') return fail('Expecting property name enclosed in double quotes', at);
      const key = readString();
      blank();
      if (text.charAt(at) !== ':') return fail("Expecting ':' delimiter", at);
      at += 1;
      blank();
      const value = readValue(depth + 1);
      // Assignment would set the prototype for the key `__proto__`.
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      blank();
      if (text.charAt(at) === '}') break;
      if (text.charAt(at) !== ',') return fail("Expecting ',' delimiter", at);
      at += 1;
      blank();
    }
    at += 1;
    return object;
  };
  const readArray = (depth: number): unknown => {
    const array: unknown[] = [];
    at += 1;
    blank();
    if (text.charAt(at) === ']') {
      at += 1;
      return array;
    }
    for (;;) {
      array.push(readValue(depth + 1));
      blank();
      if (text.charAt(at) === ']') break;
      if (text.charAt(at) !== ',') return fail("Expecting ',' delimiter", at);
      at += 1;
      blank();
    }
    at += 1;
    return array;
  };
  const readValue = (depth: number): unknown => {
    if (depth > deepest) return fail('Too deeply nested', at);
    const unit = text.charAt(at);
    if (unit === '"') return readString();
    if (unit === '{') return readObject(depth);
    if (unit === '[') return readArray(depth);
    for (const [name, value] of constants) {
      if (text.startsWith(name, at)) {
        at += name.length;
        return value;
      }
    }
    number.lastIndex = at;
    const digits = number.exec(text);
    if (digits === null) return fail('Expecting value', at);
    at += digits[0].length;
    return Number(digits[0]);
  };
  blank();
  const value = readValue(0);
  blank();
  if (at < text.length) fail('Extra data', at);
  return value;
}
