import { createHash } from 'node:crypto';

/** A text that is injected in place of a goal's own. */
export interface PayloadText {
  text: string;
  /** ISO date until which runs with it stay out of what is shared; left out: nothing is kept back. */
  sealedUntil?: string | undefined;
  /** What further vectors of the run (`settings.alsoBy`) carry, by vector; one that is left out carries the same text. */
  also?: Readonly<Record<string, string>> | undefined;
}

/** SHA-256 of a payload's text: how records and reports name it. */
export const payloadHash = (text: string): string => createHash('sha256').update(text).digest('hex');
