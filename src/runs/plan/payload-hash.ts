import { createHash } from 'node:crypto';

/** A text that replaces a goal's text. */
export interface PayloadText {
  text: string;
  /** ISO date until which runs with this text are withheld from shared results. */
  sealedUntil?: string | undefined;
  /** Texts for further vectors of the run (`settings.alsoBy`), by vector. A vector without an entry carries `text`. */
  also?: Readonly<Record<string, string>> | undefined;
}

/** SHA-256 by which records and reports identify a payload. */
export const payloadHash = (text: string): string => createHash('sha256').update(text).digest('hex');
