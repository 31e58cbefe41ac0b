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

export const judgmentMetaSchema = z
  .looseObject({
    format: z.literal('osharm-judgment/1'),
    osharm_version: z.string(),
    judge: z.string(),
    /** The model that the provider named in its answer. */
    answered_by: z.string().nullable(),
    judge_type: z.string(),
    version: z.string(),
    prompt_hash: z.string(),
    /** Source of the prompt text around the steps. Omitted by older versions, which had only osharm's. */
    words: z.enum(['imported', 'osharm-1']).optional(),
    words_hash: z.string().optional(),
    observation_type: z.string(),
    captioner: z.string().nullable(),
    /** SHA-256 of the judge's inputs. Judging is skipped if the hash is unchanged. */
    inputs_hash: z.string(),
    messages_hash: z.string(),
    /** Keys are roles: `judge`, `caption`. */
    spent: z.record(z.string(), spendSchema),
    duration_ms: z.number(),
    tries: z.number(),
    judged_at: z.string(),
    /** A citing judge's evidence for its claims. */
    citations: z.unknown().default(null),
    /** The agent's awareness, as rated by judges that see its reasoning. */
    awareness: awarenessSchema.optional(),
    notes: z.array(z.string()),
    unscored: z.string().nullable(),
    /** Set if a provider's batch returned the answer. `price_share` is relative to the normal price. */
    batch: z.object({ id: z.string(), custom_id: z.string(), price_share: z.number() }).optional(),
  })
  .describe(`${judgmentMetaFile} of a judge that is a model.`);
export type JudgmentMeta = z.infer<typeof judgmentMetaSchema>;

export const writeModelJudgment = (folder: string, meta: JudgmentMeta): void => writeJudgmentMeta(folder, meta);

export function readModelJudgment(folder: string): JudgmentMeta | null {
  try {
    return judgmentMetaSchema.parse(readJudgmentMeta(folder));
  } catch {
    return null;
  }
}
