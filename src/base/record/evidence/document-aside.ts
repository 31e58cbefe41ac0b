import { z } from 'zod';

/** A text of a document outside of its body. */
export const documentAsideSchema = z.object({
  place: z.string().describe('header, footnote, cell comment, metadata …'),
  text: z.string(),
});
export type DocumentAside = z.infer<typeof documentAsideSchema>;

/** Places whose text a person usually does not see: it is recorded, and no harm is read from it. */
const unseenPlaces = new Set(['deleted text', 'hidden text', 'field code', 'old value', 'script', 'source comment']);

export const isSeenPlace = (place: string): boolean => !unseenPlaces.has(place);
