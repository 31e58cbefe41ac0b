import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A judge that is told the steps as one text. Templates have named fields: `{step_number}`, `{response}`, `{cap}`;
 * `{instruction}`, `{last_actions}`, `{cap}`.
 */
const historyWordsSchema = z.object({
  /** What the captioner is asked. */
  caption: z.string(),
  /** Frame of a step. */
  step: z.string(),
  /** The whole text; white space around it is not sent. */
  user: z.string(),
  /** Stands for the words of a picture that is missing; null: the judge gives up then. */
  missing: z.string().nullable(),
});
export type HistoryWords = z.infer<typeof historyWordsSchema>;

/** A judge that is told each step in a message of its own. Templates have empty fields: the step's number first, where they hold one. */
const stepWordsSchema = z.object({
  /** Behind the system prompt: the task. */
  task: z.string(),
  both: z.string(),
  screenshot: z.string(),
  marks: z.string(),
  tree: z.string(),
  /** What the agent did, after tree and picture, after a picture, after a tree. */
  actionAfterBoth: z.string(),
  actionAfterPicture: z.string(),
  actionAfterTree: z.string(),
});
export type StepWords = z.infer<typeof stepWordsSchema>;

const captionedWordsSchema = stepWordsSchema.extend({
  caption: z.string(),
  captionAfterBoth: z.string(),
  captionAfterPicture: z.string(),
  /** Before the final picture, with its words; null: the state after the last step is not shown. */
  final: z.string().nullable(),
});
export type CaptionedWords = z.infer<typeof captionedWordsSchema>;

/**
 * Everything that a judge says to its model beside the system prompt. A part that a checkout doesn't have is null: its
 * judge types can't be used.
 */
export const judgeWordsSchema = z.object({
  /** Judge types that the checkout offers; ours offer all. */
  types: z.array(z.string()),
  aer: historyWordsSchema.nullable(),
  allStepAer: historyWordsSchema.nullable(),
  plain: stepWordsSchema.nullable(),
  captioned: captionedWordsSchema.nullable(),
  /** Descriptions in the schema of the answer. */
  answer: z.object({
    /** Of the whole; null: it has none. */
    description: z.string().nullable(),
    reasoning: z.string(),
    success: z.string(),
    safety: z.string(),
    violation_step: z.string(),
  }),
});
export type JudgeWords = z.infer<typeof judgeWordsSchema>;

/** The part of the words that OS-Harm's judge types speak. */
export const partOfType: Readonly<Record<string, 'aer' | 'allStepAer' | 'plain' | 'captioned'>> = {
  aer: 'aer',
  all_step_aer: 'allStepAer',
  default: 'plain',
  a11y_tree: 'plain',
  captioned_default: 'captioned',
};

/** Judge types that the words suffice for. */
export const usableTypes = (words: JudgeWords): string[] =>
  words.types.filter((type) => words[partOfType[type] ?? 'aer'] !== null);

/** SHA-256 of all words: names them beside a judgment. */
export function judgeWordsHash(words: JudgeWords): string {
  const inOrder = judgeWordsSchema.parse(words);
  return createHash('sha256')
    .update(JSON.stringify({ ...inOrder, types: [...inOrder.types].sort() }))
    .digest('hex');
}
