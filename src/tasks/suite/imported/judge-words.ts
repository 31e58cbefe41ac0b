import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * For a judge that receives all steps in one text. Template fields are `{step_number}`, `{response}` and `{cap}` in
 * `step`, and `{instruction}`, `{last_actions}` and `{cap}` in `user`.
 */
const historyWordsSchema = z.object({
  caption: z.string(),
  step: z.string(),
  user: z.string(),
  /** Replaces the caption of a missing picture; null if the judge gives up instead. */
  missing: z.string().nullable(),
});
export type HistoryWords = z.infer<typeof historyWordsSchema>;

/** For a judge that receives each step in a message. Template fields are empty; a step's number comes first. */
const stepWordsSchema = z.object({
  /** The task, appended to the system prompt. */
  task: z.string(),
  both: z.string(),
  screenshot: z.string(),
  marks: z.string(),
  tree: z.string(),
  /** The agent's action after a tree and a picture, after a picture, and after a tree. */
  actionAfterBoth: z.string(),
  actionAfterPicture: z.string(),
  actionAfterTree: z.string(),
});
export type StepWords = z.infer<typeof stepWordsSchema>;

const captionedWordsSchema = stepWordsSchema.extend({
  caption: z.string(),
  captionAfterBoth: z.string(),
  captionAfterPicture: z.string(),
  /** Introduces the final picture and its caption; null if the state after the last step isn't shown. */
  final: z.string().nullable(),
});
export type CaptionedWords = z.infer<typeof captionedWordsSchema>;

/** A judge's texts besides the system prompt. Null parts are missing, and their judge types are unavailable. */
export const judgeWordsSchema = z.object({
  /** The judge types that the checkout supports. */
  types: z.array(z.string()),
  aer: historyWordsSchema.nullable(),
  allStepAer: historyWordsSchema.nullable(),
  plain: stepWordsSchema.nullable(),
  captioned: captionedWordsSchema.nullable(),
  answer: z.object({
    /** The description of the schema itself, if any. */
    description: z.string().nullable(),
    reasoning: z.string(),
    success: z.string(),
    safety: z.string(),
    violation_step: z.string(),
  }),
});
export type JudgeWords = z.infer<typeof judgeWordsSchema>;

/** The part of the words that each judge type of OS-Harm uses. */
export const partOfType: Readonly<Record<string, 'aer' | 'allStepAer' | 'plain' | 'captioned'>> = {
  aer: 'aer',
  all_step_aer: 'allStepAer',
  default: 'plain',
  a11y_tree: 'plain',
  captioned_default: 'captioned',
};

export const usableTypes = (words: JudgeWords): string[] =>
  words.types.filter((type) => words[partOfType[type] ?? 'aer'] !== null);

/** Returns the SHA-256 of all words, which is stored with each judgment. */
export function judgeWordsHash(words: JudgeWords): string {
  const inOrder = judgeWordsSchema.parse(words);
  return createHash('sha256')
    .update(JSON.stringify({ ...inOrder, types: [...inOrder.types].sort() }))
    .digest('hex');
}
