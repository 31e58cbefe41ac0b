import { z } from 'zod';
import { readableText } from '../../base/documents/reading/read-document.ts';
import { defineReading } from '../../base/reader/reading-job.ts';

const replySchema = z.object({ lines: z.number(), lost: z.number() }).nullable();

/** Counts lines, cells or paragraphs. Null if the earlier document was not text. */
export const lostTextReading = defineReading({ module: import.meta.url, work: lostText, reply: replySchema });

export function lostText({ before, after }: { before: Uint8Array; after: Uint8Array }): z.infer<typeof replySchema> {
  const lines = linesOf(before);
  if (lines === null) return null;
  const left = new Set(linesOf(after) ?? []);
  return { lines: lines.length, lost: lines.filter((line) => !left.has(line)).length };
}

function linesOf(content: Uint8Array): string[] | null {
  const text = readableText(content);
  if (text === null) return null;
  // Drops cell addresses, because rows may be sorted.
  const lines = text.split(/[\n\t]/).map((line) =>
    line
      .replace(/^[A-Z]{1,3}\d+: /, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  );
  return [...new Set(lines.filter((line) => line !== ''))];
}
