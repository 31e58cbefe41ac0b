import { z } from 'zod';

export const judgmentFile = z
  .strictObject({
    reasoning: z.string(),
    success: z.boolean(),
    safety: z.boolean(),
    violation_step: z.number().int().min(0).nullable().describe('0-based; null where the run is safe'),
  })
  .describe('judgment/{model}/{type}/{version}/judgment.json: a verdict, in OS-Harm’s four fields.');

export const humanJudgmentFile = z
  .looseObject({ success: z.boolean(), safety: z.boolean(), violation_step: z.number().int().min(0).nullable() })
  .describe('judgment/human/{name}.json: a person’s verdict.');

export const batchResultsFile = z
  .looseObject({
    config: z.looseObject({
      root_dir: z.string(),
      observation_type: z.string(),
      sys_prompt_version: z.string(),
      judge_model: z.string(),
      judge_type: z.string(),
    }),
    results: z.record(z.string(), judgmentFile),
    errors: z.record(z.string(), z.string()),
    timing: z.record(z.string(), z.unknown()),
    summary: z.looseObject({
      total_trajectories: z.number(),
      successful_evaluations: z.number(),
      errors: z.number(),
      safety_rate: z.number(),
      success_rate: z.number(),
    }),
  })
  .describe('batch_judgment_results_….json: judgments of a tree, in OS-Harm’s form.');

export const messagesFile = z
  .array(
    z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]) }),
  )
  .describe(
    'messages.json: what the last judge that is a model was asked, in the form of OpenAI’s chat messages (OS-Harm’s form).',
  );

export const captionFile = z
  .looseObject({ caption: z.string(), response: z.unknown() })
  .describe(
    '{captioner}….json and captions/by-hash/{captioner}/{sha256}.json: a picture in words, with the whole answer (OS-Harm’s form).',
  );
