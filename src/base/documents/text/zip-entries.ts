import { strFromU8, unzipSync } from 'fflate';
import { OverReadingLimit } from '../over-reading-limit.ts';
import { zipFault } from './zip-directory.ts';

const partLimit = 64 * 1024 * 1024;
const totalLimit = 128 * 1024 * 1024;
const mostParts = 20_000;

/**
 * Unpacks the text parts whose names match. Null if the content is not a zip archive or is ambiguous (`zipFault`).
 * Throws OverReadingLimit above 64 MB per part or 128 MB in total.
 */
export function zipTexts(content: Uint8Array, wanted: RegExp): Map<string, string> | null {
  if (content.length < 22 || content[0] !== 0x50 || content[1] !== 0x4b) return null;
  let parts = 0;
  let total = 0;
  try {
    if (zipFault(content) !== null) return null;
    const members = unzipSync(content, {
      filter: (file) => {
        if (++parts > mostParts) throw new OverReadingLimit(`It has more than ${mostParts} parts.`);
        if (!wanted.test(file.name)) return false;
        total += file.originalSize;
        if (file.originalSize > partLimit || total > totalLimit)
          throw new OverReadingLimit(
            `It unpacks to more than ${(file.originalSize > partLimit ? partLimit : totalLimit) / 2 ** 20} MB.`,
          );
        return true;
      },
    });
    return new Map(Object.entries(members).map(([name, bytes]) => [name, strFromU8(bytes)]));
  } catch (error) {
    if (error instanceof OverReadingLimit) throw error;
    return null;
  }
}
