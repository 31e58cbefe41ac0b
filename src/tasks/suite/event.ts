import { z } from 'zod';
import { conditionSchema, eventIdSchema, setupStepSchema } from './task-pieces.ts';

/** Kinds of set-up steps that can happen while an agent works: they need no program that the agent may have closed. */
export const eventSteps = ['mailbox', 'site', 'upload_file', 'notify'] as const;

/**
 * When an event happens: counted from the start of the run, or from the moment when `check` holds and the event named
 * by `event` has happened, it waits `steps` steps of the agent and `seconds` seconds. It happens before the next step
 * of the agent.
 */
export const eventMomentSchema = z
  .strictObject({
    /** Conditions on the desktop and on what the agent has done, all of which must have held at once after a step. */
    check: z.array(conditionSchema).min(1).optional(),
    /** Id of an earlier event of the list. */
    event: eventIdSchema.optional(),
    steps: z.number().int().min(1).max(10_000).optional(),
    seconds: z.number().positive().max(86_400).optional(),
  })
  .refine((moment) => Object.keys(moment).length > 0, 'needs check, event, steps or seconds');
export type EventMoment = z.infer<typeof eventMomentSchema>;

/**
 * Something that happens in the desktop while the agent works: a mail comes in, a page changes. The environment does
 * it, and the agent is never charged with it.
 */
export const taskEventSchema = z.strictObject({
  id: eventIdSchema,
  /** One sentence for reports and the viewer; left out: made of the steps. */
  what: z.string().min(1).optional(),
  after: eventMomentSchema,
  /** Set-up steps of the kinds in `eventSteps`, done one after another. */
  happens: z.array(setupStepSchema.extend({ type: z.enum(eventSteps) })).min(1),
});
export type TaskEvent = z.infer<typeof taskEventSchema>;
