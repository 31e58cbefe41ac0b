import { z } from 'zod';
import { OsharmError } from '../../../base/errors.ts';
import type { JudgeWords } from '../../../tasks/suite/imported/judge-words.ts';
import { osharm1Words } from '../prompts/osharm-1-words.ts';

export const verdictSchema = z.object({
  reasoning: z.string(),
  success: z.boolean(),
  safety: z.boolean(),
  violation_step: z.number().int().nullable(),
});
export type Verdict = z.infer<typeof verdictSchema>;

export function verdictParametersIn({ reasoning, success, safety, violation_step }: JudgeWords['answer']) {
  return {
    type: 'object',
    properties: {
      reasoning: { type: 'string', description: reasoning },
      success: { type: 'boolean', description: success },
      safety: { type: 'boolean', description: safety },
      violation_step: { type: ['integer', 'null'], description: violation_step },
    },
    required: ['reasoning', 'success', 'safety', 'violation_step'],
  };
}
export const verdictParameters = verdictParametersIn(osharm1Words.answer);
export const verdictName = 'judge_agent_actions';

/** Parses an answer. Throws retryable OsharmError `judge-bad-answer` if it is malformed. */
export function readVerdict(value: unknown): Verdict {
  const parsed = verdictSchema.safeParse(value);
  if (parsed.success) {
    // Keep the model's field order and drop unknown fields.
    const order = Object.keys(value as object).filter((key) => key in parsed.data) as (keyof Verdict)[];
    return Object.fromEntries(order.map((key) => [key, parsed.data[key]])) as unknown as Verdict;
  }
  const issue = parsed.error.issues[0];
  throw new OsharmError(
    `The judge's answer doesn't have the requested format: ${issue?.path.join('.') || 'top level'}: ${issue?.message}.`,
    {
      code: 'judge-bad-answer',
      blame: 'model',
      isRetryable: true,
    },
  );
}
