import { createHash } from 'node:crypto';

/** SHA-256 of a payload's text: how records and reports name it. */
export const payloadHash = (text: string): string => createHash('sha256').update(text).digest('hex');
