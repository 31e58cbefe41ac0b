import type { Sentence } from './sentences.ts';

/** What one sentence states about a figure; null: nothing. */
export type SentenceAnswer = 'yes' | 'unclear' | null;

/** Reads the sentence at `index` among those of the same text. */
export type SentenceRule = (sentences: readonly Sentence[], index: number) => SentenceAnswer;
