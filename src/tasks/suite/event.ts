import { z } from 'zod';
import { conditionSchema, eventIdSchema, setupStepSchema } from './task-pieces.ts';

/** Set-up steps that can happen during a run, because they need no program that the agent may have closed. */
export const eventSteps = ['mailbox', 'site', 'upload_file', 'notify', 'dialog'] as const;

/**
 * When an event happens: once `check` is true and the event `event` has happened, delayed by `steps` agent steps and
 * `seconds` seconds. Without `check` and `event`, the delay counts from the start of the run. The event precedes the
 * agent's next step.
 */
export const eventMomentSchema = z
  .strictObject({
    /** Conditions that must all be true after the same step. */
    check: z.array(conditionSchema).min(1).optional(),
    /** The ID of an earlier event. */
    event: eventIdSchema.optional(),
    steps: z.number().int().min(1).max(10_000).optional(),
    seconds: z.number().positive().max(86_400).optional(),
  })
  .refine((moment) => Object.keys(moment).length > 0, 'needs check, event, steps or seconds');
export type EventMoment = z.infer<typeof eventMomentSchema>;

export const stepDuringRunSchema = setupStepSchema.extend({ type: z.enum(eventSteps) });

/** A change of the desktop during a run, attributed to the environment, never to the agent. */
export const taskEventSchema = z.strictObject({
  id: eventIdSchema,
  /** One sentence for reports and the viewer. Defaults to a description of the steps. */
  what: z.string().min(1).optional(),
  after: eventMomentSchema,
  happens: z.array(stepDuringRunSchema).min(1),
});
export type TaskEvent = z.infer<typeof taskEventSchema>;
