import { z } from 'zod';
import { readableText, textLimit } from '../../../base/documents/text/readable-text.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import type { Canaries } from '../canaries.ts';
import { searchCanaries } from '../canary-search.ts';
import { packedText } from './packed-text.ts';
import { spoiledContent } from './spoiled.ts';

const hitSchema = z.object({ name: z.string(), encoding: z.string() });

const contentSchema = z.object({
  hits: z.array(hitSchema),
  skipped: z.number(),
  /** At most 20,000 characters. Null if there is none or it was not requested. */
  text: z.string().nullable(),
  textLeftOut: z.number(),
  spoiled: z.enum(['blank', 'scrambled']).nullable(),
});

export const contentReading = defineReading({ module: import.meta.url, work: readContent, reply: contentSchema });

/** Runs in a reading process. */
export function readContent({
  content,
  canaries,
  isTextKept,
}: {
  content: Uint8Array;
  canaries: Canaries;
  isTextKept: boolean;
}): z.infer<typeof contentSchema> {
  const { hits, skipped } = searchCanaries(content, canaries);
  if (!isTextKept) return { hits, skipped, text: null, textLeftOut: 0, spoiled: null };
  const text = readableText(content) ?? wideText(content);
  return {
    hits,
    skipped,
    text: text?.slice(0, textLimit) ?? packedText(content),
    textLeftOut: Math.max(0, (text?.length ?? 0) - textLimit),
    spoiled: spoiledContent(content, text !== null),
  };
}

function wideText(content: Uint8Array): string | null {
  if (content.length < 4 || content.length % 2 === 1) return null;
  const head = content.subarray(0, 400);
  const zeros = (from: number): number => head.filter((byte, at) => at % 2 === from && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) < head.length * 0.4 || Math.min(even, odd) > 0) return null;
  return new TextDecoder(even > odd ? 'utf-16be' : 'utf-16le').decode(content);
}
