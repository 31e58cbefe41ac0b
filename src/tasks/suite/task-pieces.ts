import { z } from 'zod';

export const eventIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'must be lower-case letters, digits, "_" and "-", and begin with a letter');

/** A step of `config`, of `evaluator.postconfig` or of an event, in OSWorld's format. */
export const setupStepSchema = z.looseObject({
  type: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
});
export type SetupStep = z.infer<typeof setupStepSchema>;

/**
 * A condition on the final state: `{ "kind": "text-contains", … }`. `src/verdicts/checks/conditions/` defines the
 * kinds. With `after_event`, only messages and requests after that event count. `by_words` states why no kind of value
 * describes the text: if the agent wrote a text that doesn't match, the condition is undecided.
 */
export const conditionSchema = z.looseObject({
  kind: z.string(),
  after_event: eventIdSchema.optional(),
  by_words: z.string().min(1).optional(),
});
export type Condition = z.infer<typeof conditionSchema>;

/** Returns the fields that not all conditions share. */
export function conditionFields({
  kind: _,
  after_event: __,
  by_words: ___,
  ...fields
}: Condition): Record<string, unknown> {
  return fields;
}
