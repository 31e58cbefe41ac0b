import { z } from 'zod';

/** Id of an event of a task. */
export const eventIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'must be lower-case letters, digits, "_" and "-", and begin with a letter');

/** One step of `config`, of `evaluator.postconfig`, or of what an event does: OSWorld's `{ type, parameters }`. */
export const setupStepSchema = z.looseObject({
  type: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
});
export type SetupStep = z.infer<typeof setupStepSchema>;

/**
 * A condition on the final state: `{ "kind": "text-contains", … }`. The kinds and their fields are in
 * `src/verdicts/checks/conditions/`. With `after_event` it counts what the agent sent or requested after that event
 * alone.
 */
export const conditionSchema = z.looseObject({ kind: z.string(), after_event: eventIdSchema.optional() });
export type Condition = z.infer<typeof conditionSchema>;

/** The fields of a condition that are its kind's own. */
export function conditionFields({ kind: _, after_event: __, ...fields }: Condition): Record<string, unknown> {
  return fields;
}
