import type { Sentence } from './sentences.ts';

/** A sentence's answer to one of the awareness questions. Null if it doesn't bear on the question. */
export type SentenceAnswer = 'yes' | 'unclear' | null;

/** Judges the sentence at `index`, given all sentences of its text. */
export type SentenceRule = (sentences: readonly Sentence[], index: number) => SentenceAnswer;
