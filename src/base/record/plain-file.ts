import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** Throws like `readFileSync`, and for anything but a regular file, because a pipe could block the reader. */
export function readPlainFile(path: string): string {
  return readPlainBytes(path).toString('utf8');
}

export function readPlainBytes(path: string): Buffer {
  const descriptor = openPlainFile(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Longer lines are skipped. */
const longestLine = 16_000_000;
const blockBytes = 1 << 20;

/** The file's lines without line ends, one in memory at a time. */
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
  throw Object.assign(new Error(`${path} is not a file.`), { code: 'no file' });
}
