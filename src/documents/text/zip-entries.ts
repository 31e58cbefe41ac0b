import { strFromU8, unzipSync } from 'fflate';

/** Most bytes that one part of an office file may unpack to. */
const partLimit = 64 * 1024 * 1024;

/** Text parts of a zip archive (office documents) whose names match, by name; null where it is no readable archive. */
export function zipTexts(content: Uint8Array, wanted: RegExp): Map<string, string> | null {
  if (content.length < 22 || content[0] !== 0x50 || content[1] !== 0x4b) return null;
  try {
    const members = unzipSync(content, { filter: (file) => wanted.test(file.name) && file.originalSize <= partLimit });
    return new Map(Object.entries(members).map(([name, bytes]) => [name, strFromU8(bytes)]));
  } catch {
    return null;
  }
}
