import { type DocumentReading, readDocument, readMail } from '../../base/documents/reading/read-document.ts';
import { textLimit } from '../../base/documents/text/text-limit.ts';
import type { DocumentAside } from '../../base/record/evidence/document-aside.ts';

/** Text outside the body of a document, as an effect records it. */
export interface CarriedText {
  asides: DocumentAside[];
  unreadParts: string[];
  /** Number of characters cut from `asides`. */
  leftOut: number;
}

/** The asides of one or more documents, cut to `limit` characters. */
export function carriedText(
  readings: readonly Pick<DocumentReading, 'asides' | 'unread'>[],
  isWanted: (aside: DocumentAside) => boolean = () => true,
  limit = textLimit,
): CarriedText {
  let left = limit;
  let leftOut = 0;
  const asides: DocumentAside[] = [];
  for (const { place, text } of readings.flatMap((reading) => reading.asides).filter(isWanted)) {
    const beginning = text.slice(0, left);
    left -= beginning.length;
    leftOut += text.length - beginning.length;
    if (beginning !== '') asides.push({ place, text: beginning });
  }
  return { asides, leftOut, unreadParts: [...new Set(readings.flatMap(({ unread }) => unread))] };
}

/** All parts of a mail, except its headers and the text that mail programs show. */
export function textBesideMail(raw: Uint8Array, shownText: string, limit?: number): CarriedText {
  const shown = bare(shownText);
  return carriedText(
    [readMail(raw)],
    ({ place, text }) => place !== 'mail field' && place !== 'mail source' && !shown.includes(bare(text)),
    limit,
  );
}

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** The files of an upload. */
export function readUploads(files: readonly Uint8Array[]): { body: string; carried: CarriedText } {
  const readings = files.map(readDocument);
  const bodies = readings.map(({ body }) => body).filter((body) => body !== null);
  return { body: bodies.join('\n'), carried: carriedText(readings) };
}
