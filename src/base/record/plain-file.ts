import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/**
 * The text of a file of somebody's results. Throws as `readFileSync`, and for what is no ordinary file: a pipe must not
 * hold the reader up.
 */
export function readPlainFile(path: string): string {
  return readPlainBytes(path).toString('utf8');
}

/** The same, as bytes. */
export function readPlainBytes(path: string): Buffer {
  const descriptor = openPlainFile(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Bytes of a line at most; longer lines are skipped. Bytes that one reading takes. */
const longestLine = 16_000_000;
const blockBytes = 1 << 20;

/** The lines of such a file, one in memory at a time, without their line ends. */
export function* plainLines(path: string): Generator<Buffer> {
  const descriptor = openPlainFile(path);
  try {
    const block = Buffer.alloc(blockBytes);
    let rest: Buffer = Buffer.alloc(0);
    let isSkipping = false;
    for (;;) {
      const length = readSync(descriptor, block);
      if (length === 0) break;
      let data: Buffer = Buffer.concat([rest, block.subarray(0, length)]);
      for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10)) {
        if (!isSkipping) yield data.subarray(0, end);
        isSkipping = false;
        data = data.subarray(end + 1);
      }
      isSkipping ||= data.length > longestLine;
      rest = isSkipping ? Buffer.alloc(0) : data;
    }
    if (rest.length > 0) yield rest;
  } finally {
    closeSync(descriptor);
  }
}

function openPlainFile(path: string): number {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw Object.assign(new Error(`${path} is no file.`), { code: 'no file' });
}
