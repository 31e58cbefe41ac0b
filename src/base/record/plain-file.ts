import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The text of a file of somebody's results. Throws as `readFileSync`, and for what is no ordinary file: a pipe must not
 * hold the reader up.
 */
export function readPlainFile(path: string): string {
  return readPlainBytes(path).toString('utf8');
}

/** The same, as bytes. */
export function readPlainBytes(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw Object.assign(new Error(`${path} is no file.`), { code: 'no file' });
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
