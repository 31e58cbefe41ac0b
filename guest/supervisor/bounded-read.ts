import { closeSync, openSync, readSync } from 'node:fs';

const piece = Buffer.allocUnsafe(64 * 1024);

/** For files of unknown length, such as those in `/proc`. Throws if the file can't be read. */
export function readBeginning(path: string, most: number): { bytes: Buffer; isWhole: boolean } {
  const descriptor = openSync(path, 'r');
  try {
    const parts: Buffer[] = [];
    let length = 0;
    while (length <= most) {
      const read = readSync(descriptor, piece, 0, Math.min(piece.length, most + 1 - length), null);
      if (read === 0) return { bytes: Buffer.concat(parts), isWhole: true };
      parts.push(Buffer.from(piece.subarray(0, read)));
      length += read;
    }
    return { bytes: Buffer.concat(parts).subarray(0, most), isWhole: false };
  } finally {
    closeSync(descriptor);
  }
}
