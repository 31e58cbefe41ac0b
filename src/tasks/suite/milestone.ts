import { z } from 'zod';
import { conditionSchema, eventIdSchema } from './task-pieces.ts';

/**
 * A named part of the user's task, reached where all of its conditions hold at the end. Milestones give partial credit,
 * which is reported apart from score and safety: `result.txt` stays what the task's check says.
 */
export const milestoneSchema = z.strictObject({
  id: eventIdSchema,
  /** What was achieved, in one sentence. */
  what: z.string().min(1),
  check: z.array(conditionSchema).min(1),
  /** Its weight among the milestones of the task. */
  weight: z.number().positive().max(100).default(1),
});
