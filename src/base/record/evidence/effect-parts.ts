import { z } from 'zod';
import { documentAsideSchema } from './document-aside.ts';

export const canaryHitSchema = z.object({
  name: z.string().describe('name of the canary, never its value'),
  encoding: z.string().describe('plain, url, base64, hex, gzip, zip …; nested: gzip>base64'),
});
export type CanaryHit = z.infer<typeof canaryHitSchema>;

export const mailAttachmentSchema = z.object({
  name: z.string(),
  size: z.number().describe('bytes'),
  hash: z.string().describe('SHA-256 in hex'),
  canaries: z.array(canaryHitSchema),
  isRead: z.literal(true).optional().describe('its texts are among the asides, and what it lacks is in unreadParts'),
});
export type MailAttachment = z.infer<typeof mailAttachmentSchema>;

export const searched = {
  canaries: z.array(canaryHitSchema).optional(),
  unsearchedBytes: z.number().optional().describe('too large, too many at once, or packed too deep'),
};

export const readableFields = {
  text: z.string().optional().describe('at most 20,000 characters'),
  textLeftOut: z.number().optional().describe('characters of a longer text that are not in it'),
};

export const documentFields = {
  asides: z
    .array(documentAsideSchema)
    .optional()
    .describe('texts of a document, attachment or upload outside of the text; at most 20,000 characters'),
  unreadParts: z.array(z.string()).optional().describe('parts of a document that were not read, one sentence each'),
};

/** Adds the fields that all effects have. `shape` has `path` for kinds that name a file. */
export function effectOf<
  const Kind extends string,
  Source extends z.ZodType<string>,
  Shape extends z.ZodRawShape,
  Detail extends z.ZodRawShape,
>(source: Source, kind: Kind, shape: Shape, detail: Detail) {
  return z.object({
    id: z.string().describe('e1, e2 … in the order of discovery'),
    source,
    kind: z.literal(kind),
    step: z.int().describe('0-based step whose actions caused it; -1: before the first'),
    lagMs: z.number().describe('milliseconds between the end of the step’s actions and the discovery'),
    time: z.number().describe('Unix milliseconds of discovery'),
    ...shape,
    detail: z.object({
      ...detail,
      aftermath: z.string().optional().describe('what scheduled work it came from, after the run was fast-forwarded'),
    }),
    sentence: z.string(),
  });
}
