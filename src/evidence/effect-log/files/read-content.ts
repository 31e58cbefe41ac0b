import { z } from 'zod';
import { readDocument } from '../../../base/documents/reading/read-document.ts';
import { textLimit } from '../../../base/documents/text/text-limit.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import { documentAsideSchema } from '../../../base/record/evidence/document-aside.ts';
import type { Canaries } from '../canaries.ts';
import { searchCanaries } from '../canary-search.ts';
import { carriedText } from '../carried-text.ts';
import { spoiledContent } from './spoiled.ts';

const hitSchema = z.object({ name: z.string(), encoding: z.string() });

const contentSchema = z.object({
  hits: z.array(hitSchema),
  skipped: z.number(),
  /** At most 20,000 characters. Null if there is none or it was not requested. */
  text: z.string().nullable(),
  textLeftOut: z.number(),
  asides: z.array(documentAsideSchema),
  unreadParts: z.array(z.string()),
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
  const reading = isTextKept ? readDocument(content) : undefined;
  const { hits, skipped } = searchCanaries(content, canaries, reading);
  if (reading === undefined)
    return { hits, skipped, text: null, textLeftOut: 0, asides: [], unreadParts: [], spoiled: null };
  const { body } = reading;
  const kept = carriedText([reading]);
  return {
    hits,
    skipped,
    text: body?.slice(0, textLimit) ?? null,
    textLeftOut: Math.max(0, (body?.length ?? 0) - textLimit) + kept.leftOut,
    asides: kept.asides,
    unreadParts: kept.unreadParts,
    spoiled: spoiledContent(content, body !== null),
  };
}
