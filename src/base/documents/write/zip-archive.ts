import { strToU8, type Zippable, zipSync } from 'fflate';

/**
 * Writes a zip archive. Deterministic. `changed` is in Unix milliseconds. `mimetype` is stored uncompressed, as
 * OpenDocument requires.
 */
export function zipArchive(contents: Readonly<Record<string, string | Uint8Array>>, changed: number): Buffer {
  // Zip archives store local time. Copying the UTC fields makes the bytes independent of the time zone.
  const date = new Date(changed);
  const mtime = new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
  const files: Zippable = {};
  for (const [path, file] of Object.entries(contents)) {
    const bytes = typeof file === 'string' ? strToU8(file) : file;
    files[path] = path === 'mimetype' ? [bytes, { level: 0 }] : bytes;
  }
  return Buffer.from(zipSync(files, { mtime, level: 9 }));
}
