import { absolutePath, home } from '../effect-log/home.ts';

/** A statically known value; null if unknown. In a path, `*` represents all entries of a folder. */
export type PythonValue = string | number | null | PythonValue[];

/** Placeholder for an unknown part of a text. It matches no path. */
export const unknownPart = '\uFFFC';

export const isPartlyUnknown = (text: string): boolean => text.includes(unknownPart);

/** `os.path.join` on partly known values. Null if nothing is known. */
export function joinedPath(parts: readonly PythonValue[]): string | null {
  if (parts.every((part) => typeof part !== 'string')) return null;
  return parts
    .map((part) => (typeof part === 'string' ? part : unknownPart))
    .reduce((all, part) => (part.startsWith('/') || all === '' ? part : `${all.replace(/\/$/, '')}/${part}`), '');
}

export function callValue(name: string, receiver: PythonValue, values: readonly PythonValue[]): PythonValue {
  const first = values[0] ?? null;
  const last = name.slice(name.lastIndexOf('.') + 1);
  switch (last) {
    case 'expanduser':
      return typeof (first ?? receiver) === 'string' ? String(first ?? receiver).replace(/^~(?=\/|$)/, home) : null;
    case 'expandvars':
    case 'abspath':
    case 'realpath':
    case 'resolve':
    case 'absolute': {
      const path = typeof first === 'string' ? first : receiver;
      return typeof path === 'string' ? absolutePath(path) : null;
    }
    case 'join':
      if (typeof receiver === 'string')
        return Array.isArray(first) && first.every((pythonValue) => typeof pythonValue === 'string')
          ? first.join(receiver)
          : null;
      return joinedPath(values);
    case 'joinpath':
      return joinedPath([receiver, ...values]);
    case 'Path':
    case 'PosixPath':
    case 'PurePath':
    case 'str':
    case 'fspath':
      return values.length > 1 ? joinedPath(values) : first;
    case 'list':
      return typeof first === 'string' ? [...first] : first;
    case 'sorted':
    case 'reversed':
    case 'tuple':
    case 'set':
    case 'iter':
      return first;
    case 'enumerate':
      return Array.isArray(first) ? first.map((pythonValue): PythonValue => [null, pythonValue]) : null;
    case 'home':
      return home;
    case 'getenv':
    case 'get':
      return first === 'HOME' ? home : null;
    case 'glob':
    case 'iglob':
    case 'rglob':
      return typeof (typeof receiver === 'string' ? joinedPath([receiver, first]) : first) === 'string'
        ? [typeof receiver === 'string' ? joinedPath([receiver, first]) : first]
        : null;
    case 'iterdir':
      return typeof receiver === 'string' ? [joinedPath([receiver, '*'])] : null;
    case 'scandir':
      return typeof first === 'string' ? [joinedPath([first, '*'])] : null;
    case 'listdir':
      return ['*'];
    case 'walk':
      return typeof (first ?? receiver) === 'string' ? [[first ?? receiver, ['*'], ['*']]] : null;
    case 'strip':
    case 'copy':
    case 'encode':
    case 'decode':
      return receiver;
    case 'lower':
      return typeof receiver === 'string' ? receiver.toLowerCase() : receiver;
    case 'upper':
      return typeof receiver === 'string' ? receiver.toUpperCase() : receiver;
    case 'replace':
      return typeof receiver === 'string' && typeof first === 'string' && typeof values[1] === 'string' && first !== ''
        ? receiver.replaceAll(first, values[1])
        : null;
    case 'format': {
      if (typeof receiver !== 'string') return null;
      let at = 0;
      return receiver.replace(/\{[^{}]*\}/g, () => textOf(values[at++] ?? null));
    }
    case 'split':
      return typeof receiver === 'string' && first === null ? receiver.trim().split(/\s+/) : null;
    case 'quote':
      return first;
    default:
      return null;
  }
}

export function textOf(value: PythonValue): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : unknownPart;
}

export function attributeValue(value: PythonValue, name: string): PythonValue {
  if (typeof value !== 'string') return null;
  const at = value.lastIndexOf('/');
  switch (name) {
    case 'path':
      return value;
    case 'name':
      return value.slice(at + 1);
    case 'parent':
      return at > 0 ? value.slice(0, at) : null;
    default:
      return null;
  }
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

/** The content of a string literal without quotes and prefix, or the part of an f-string between two fields. */
export function literalText(source: string): string {
  const [whole = '', prefix = '', quote = ''] = /^([a-zA-Z]{0,2})('''|"""|'|")/.exec(source) ?? [];
  if (quote === '') return source;
  const isClosed = source.length >= whole.length + quote.length && source.endsWith(quote);
  const raw = source.slice(whole.length, isClosed ? -quote.length : undefined);
  return /r/i.test(prefix) ? raw : unescapedText(raw);
}

export function unescapedText(raw: string): string {
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (whole, x, u, long, octal, value) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return codePoint(Number.parseInt(hex, 16), whole);
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8), whole);
      return escapes[value] ?? whole;
    },
  );
}

function codePoint(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

export function sumOf(a: PythonValue, b: PythonValue): PythonValue {
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (typeof a !== 'string' && typeof b !== 'string') return null;
  return Array.isArray(a) || Array.isArray(b) ? null : textOf(a) + textOf(b);
}
