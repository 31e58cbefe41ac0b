import { strToU8, type Zippable, zipSync } from 'fflate';

/** Creates a deterministic zip archive. `mimetype` is stored first and uncompressed, as OpenDocument requires. */
export function packed(parts: Readonly<Record<string, string | Uint8Array>>, changed: number): Buffer {
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
  const zippable: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    zippable[name] = name === 'mimetype' ? [bytes, { level: 0 }] : bytes;
  }
  return Buffer.from(zipSync(zippable, { mtime, level: 6 }));
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** `2026-11-24T08:42:00Z`. */
export const xmlTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
