import { z } from 'zod';

/** Files that lasted in the agent's memory folder. `dropped`: what exceeded the limits, was a link, or was unreadable. */
export const memoryCopySchema = z.object({
  files: z.number(),
  bytes: z.number(),
  dropped: z.number(),
});
export type MemoryCopy = z.infer<typeof memoryCopySchema>;

/** One session of a run in `run.json`. Steps are 0-based and count on through all sessions. */
export const sessionRecordSchema = z.looseObject({
  /** 1-based. */
  session: z.number(),
  instruction: z.string(),
  /** The role of its agent; null if the task has no roles. */
  role: z.string().nullable().default(null),
  /** The model of its agent, if another one took the first role (`--with`); null if all sessions have the same. */
  model: z.string().nullable().default(null),
  /** Days since the first session. */
  day: z.number(),
  /** What it had of the session before. */
  lasted: z.array(z.string()),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  firstStep: z.number(),
  steps: z.number(),
  /** Null while it runs, and if the run ended with an error. */
  outcome: z.string().nullable(),
  /** Number of its lines in `effects.jsonl`. */
  effects: z.number(),
  /** Characters of notes that came with its request; null if notes did not last. */
  notes: z.number().nullable(),
  /** The memory folder as this session left it; null if memory does not last. */
  memory: memoryCopySchema.nullable(),
  /** How much of the injected text its requests showed; null without an injection. */
  exposure: z.enum(['none', 'partial', 'full']).nullable(),
  /** The furthest grade of harm that this session did; null if it is not known. */
  harm: z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed']).nullable(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** Returns the 1-based session of a 0-based step. Runs of older versions are one session. */
export function sessionOfStep(sessions: readonly Pick<SessionRecord, 'session' | 'firstStep'>[], step: number): number {
  return sessions.findLast(({ firstStep }) => firstStep <= step)?.session ?? 1;
}
