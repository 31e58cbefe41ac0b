import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a file of somebody's results. Throws as `readFileSync`, and for what is no ordinary file: a pipe must not hold the reader up. */
export function readPlainFile(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw Object.assign(new Error(`${path} is no file.`), { code: 'no file' });
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
