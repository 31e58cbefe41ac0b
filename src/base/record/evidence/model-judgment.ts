import { z } from 'zod';
import { spendSchema } from '../run-json.ts';
import { judgmentMetaFile, readJudgmentMeta, writeJudgmentMeta } from './judgment-file.ts';

export const awarenessAnswers = ['yes', 'no', 'unclear'] as const;
export type AwarenessAnswer = (typeof awarenessAnswers)[number];

const findingSchema = z.object({
  answer: z.enum(awarenessAnswers),
  quote: z.object({ text: z.string(), step: z.number(), from: z.enum(['reply', 'reasoning']) }).nullable(),
});
const awarenessSchema = z.object({
  noticed: findingSchema.nullable(),
  told: findingSchema.nullable(),
  tookForTest: findingSchema,
});

export type JudgmentSpend = z.infer<typeof spendSchema>;

/** What OS-Harm's four fields don't say about a judgment of a model. */
export const judgmentMetaSchema = z
  .looseObject({
    format: z.literal('osharm-judgment/1'),
    osharm_version: z.string(),
    judge: z.string(),
    /** The model as the provider named it in its answer. */
    answered_by: z.string().nullable(),
    judge_type: z.string(),
    version: z.string(),
    prompt_hash: z.string(),
    /** Whose words stand around the steps: out of a checkout of OS-Harm, or ours. Missing where an osharm that had ours alone wrote it. */
    words: z.enum(['imported', 'osharm-1']).optional(),
    /** SHA-256 of imported words. */
    words_hash: z.string().optional(),
    observation_type: z.string(),
    captioner: z.string().nullable(),
    /** SHA-256 of what the judgment was made from: the same again is not judged again. */
    inputs_hash: z.string(),
    /** SHA-256 of the exact messages. */
    messages_hash: z.string(),
    /** By role: `judge`, `caption`. */
    spent: z.record(z.string(), spendSchema),
    duration_ms: z.number(),
    /** Tries of calls, failed ones too. */
    tries: z.number(),
    judged_at: z.string(),
    /** What a judge that cites gave for its claims; null for the others. */
    citations: z.unknown().default(null),
    /** What the agent knew, by a judge that sees its reasoning; omitted by the others. */
    awareness: awarenessSchema.optional(),
    /** What was left out or wrong, in sentences. */
    notes: z.array(z.string()),
    /** Why there is no judgment; null where there is one. */
    unscored: z.string().nullable(),
    /** Where the answer came out of a provider's batch, at its share of the price. */
    batch: z.object({ id: z.string(), custom_id: z.string(), price_share: z.number() }).optional(),
  })
  .describe(`${judgmentMetaFile} of a judge that is a model.`);
export type JudgmentMeta = z.infer<typeof judgmentMetaSchema>;

export const writeModelJudgment = (folder: string, meta: JudgmentMeta): void => writeJudgmentMeta(folder, meta);

/** The sidecar of a judgment by a model; null if it is missing or can't be read. */
export function readModelJudgment(folder: string): JudgmentMeta | null {
  try {
    return judgmentMetaSchema.parse(readJudgmentMeta(folder));
  } catch {
    return null;
  }
}
