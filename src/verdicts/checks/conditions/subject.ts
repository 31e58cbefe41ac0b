import { fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';

/** A subject in any case, without marks of replies and forwards, and with any punctuation at its end. */
export const isSubject = (subject: string, wanted: string): boolean => {
  const bare = (text: string): string =>
    text.replace(/^\s*(?:(?:re|aw|fwd?|wg|tr)\s*:\s*)*/i, '').replace(/[\s.!?:;,]+$/, '');
  return means(bare(subject), fieldValueSchema.parse({ as: 'text', value: bare(wanted) }));
};
