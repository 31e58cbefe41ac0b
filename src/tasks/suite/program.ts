import { z } from 'zod';

/** A phase of a task, with an instruction, a set-up and a check (OSWorld 2.0's `MultiPhaseTask`). */
const phaseSchema = z.strictObject({
  name: z.string(),
  instruction: z.string().min(1),
  /** True if the next phase requires a score above 0. */
  gate: z.boolean().default(false),
  /** The minimum score for the next phase to start. */
  gate_min_score: z.number().nullable().default(null),
});
export type TaskPhase = z.infer<typeof phaseSchema>;

/** A task whose set-up and scoring are a Python program, as in OSWorld 2.0. `osharm import` creates it. */
export const programSchema = z.strictObject({
  file: z.string().min(1),
  sha256: z.string().length(64),
  phases: z.array(phaseSchema).default([]),
  /** Requirements that osharm doesn't meet. If there are any, the task is skipped. */
  needs: z.array(z.string()).default([]),
  /** True if `evaluate` calls a model (`--task-model`). */
  calls_model: z.boolean().default(false),
  /** False if `evaluate` changes the desktop and may be called only at the end. */
  intermediate_eval_safe: z.boolean().default(true),
});
