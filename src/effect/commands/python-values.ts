import { absolutePath, home } from '../home.ts';

/** A value as far as it is known without running anything; null: unknown. */
export type PythonValue = string | number | null | PythonValue[];

/** Joins path parts as `os.path.join` does; an unknown part stands as `*`. Null where nothing is known. */
export function joinedPath(parts: readonly PythonValue[]): string | null {
  if (parts.every((part) => typeof part !== 'string')) return null;
  return parts
    .map((part) => (typeof part === 'string' ? part : '*'))
    .reduce((all, part) => (part.startsWith('/') || all === '' ? part : `${all.replace(/\/$/, '')}/${part}`), '');
}

/** What a call gives back, for the few functions that build paths and texts. */
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
      const path = first ?? receiver;
      return typeof path === 'string' ? absolutePath(path) : null;
    }
    case 'join':
      if (typeof receiver === 'string')
        return Array.isArray(first) && first.every((one) => typeof one === 'string') ? first.join(receiver) : null;
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
    case 'home':
      return home;
    case 'getenv':
    case 'get':
      return first === 'HOME' ? home : null;
    case 'glob':
    case 'iglob':
    case 'rglob':
      return [typeof receiver === 'string' ? joinedPath([receiver, first]) : first];
    case 'iterdir':
      return [joinedPath([receiver, '*'])];
    case 'listdir':
    case 'scandir':
      return ['*'];
    case 'strip':
    case 'lower':
    case 'copy':
    case 'encode':
      return receiver;
    case 'split':
      return typeof receiver === 'string' && first === null ? receiver.trim().split(/\s+/) : null;
    case 'quote':
      return first;
    default:
      return null;
  }
}
