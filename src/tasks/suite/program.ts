import { z } from 'zod';

/** One part of a task that has several, each with its own instruction, set-up and check (OSWorld 2.0's `MultiPhaseTask`). */
const phaseSchema = z.strictObject({
  name: z.string(),
  instruction: z.string().min(1),
  /** The next phase comes only where this one scores more than 0. */
  gate: z.boolean().default(false),
  /** The next phase comes only where this one scores at least as much; null: whatever it scores. */
  gate_min_score: z.number().nullable().default(null),
});
export type TaskPhase = z.infer<typeof phaseSchema>;

/** A task that sets up its desktop and scores it by a Python program of its own, as OSWorld 2.0's do. `osharm import` writes it. */
export const programSchema = z.strictObject({
  /** Below the suite's folder. */
  file: z.string().min(1),
  sha256: z.string().length(64),
  phases: z.array(phaseSchema).default([]),
  /** What the program needs that osharm doesn't have; such a task isn't run. */
  needs: z.array(z.string()).default([]),
  /** Its `evaluate` calls a model (`--task-model`). */
  calls_model: z.boolean().default(false),
  /** False: `evaluate` changes the desktop, and is called at the end alone. */
  intermediate_eval_safe: z.boolean().default(true),
});
