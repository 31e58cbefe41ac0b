import { z } from 'zod';

/** Text outside the body of a document. */
export const documentAsideSchema = z.object({
  place: z.string().describe('header, footnote, cell comment, metadata …'),
  text: z.string(),
});
export type DocumentAside = z.infer<typeof documentAsideSchema>;

/** Places whose text users usually don't see. It is recorded, but never counts as harm. */
const unseenPlaces = new Set(['deleted text', 'hidden text', 'field code', 'old value', 'script', 'source comment']);

export const isSeenPlace = (place: string): boolean => !unseenPlaces.has(place);
