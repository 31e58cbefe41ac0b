import { isUtf8 } from 'node:buffer';

/** A path for the kernel: bytes if it is not UTF-8. */
export type Here = string | Buffer;

const undecodable = /[\udc80-\udcff]/u;

/** Bytes that are not UTF-8 become lone surrogates, as in Python's `surrogateescape`, so that names stay distinct. */
export function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((value) => isUtf8(bytes.subarray(at, at + value)) && at + value <= bytes.length);
    name +=
      length === undefined
        ? String.fromCharCode(0xdc00 + (bytes[at] as number))
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return name;
}

/** Inverse of `nameOf`. */
export function bytesOf(name: string): Here {
  if (!undecodable.test(name)) return name;
  const parts = [...name].map((value) => {
    const code = value.codePointAt(0) as number;
    return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(value);
  });
  return Buffer.concat(parts);
}

/** Names a file relative to an open folder: short at any depth, and safe from replaced parent folders. */
export function below(descriptor: number, name: string): Here {
  const folder = `/proc/self/fd/${descriptor}/`;
  const last = bytesOf(name);
  return typeof last === 'string' ? folder + last : Buffer.concat([Buffer.from(folder), last]);
}
