import { z } from 'zod';
import { reasoningLineSchema } from '../../src/base/record/reasoning.ts';
import { runJsonSchema } from '../../src/base/record/run-json.ts';

/** The files of a result directory. Further keys may be added later. */

const step = z.number().int().describe('0-based step; -1: before the first');

export const trajectoryLine = z
  .union([
    z.looseObject({
      step_num: z.number().int().min(1),
      action_timestamp: z.string().regex(/^\d{8}@\d{6}$/),
      action: z.unknown(),
      reward: z.number(),
      done: z.boolean(),
      info: z.record(z.string(), z.unknown()),
      screenshot_file: z.string(),
    }),
    z.looseObject({ Error: z.string() }),
  ])
  .describe('One line of traj.jsonl: an executed action, or why the run ended (OS-Harm’s form).');

export const betterLog = z
  .looseObject({
    params: z.record(z.string(), z.unknown()),
    task: z.looseObject({
      jailbreak: z.boolean(),
      injection: z.record(z.string(), z.unknown()).nullable(),
      instruction: z.string(),
    }),
    steps: z.array(
      z.looseObject({
        a11y_tree: z.string().nullable(),
        screenshot_file: z.string().nullable(),
        response: z.unknown(),
        actions: z.array(z.unknown()),
      }),
    ),
  })
  .describe('better_log.json: parameters, task, and what the agent saw, said and did (OS-Harm’s form).');

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const callsLine = z
  .union([
    z.looseObject({
      kind: z.literal('call'),
      time: z.number().describe('Unix milliseconds'),
      role: z.string(),
      model: z.string(),
      try: z.number().int().min(1),
      durationMs: z.number(),
      result: z.string().describe('ok, refusal, or the code of an error'),
      error: z.record(z.string(), z.unknown()).nullable(),
      usage: z
        .looseObject({ inputTokens: z.number(), outputTokens: z.number() })
        .nullable()
        .describe('null if the call failed or the provider reported no usage'),
      costUsd: z.number().nullable(),
      exchanges: z
        .array(z.unknown())
        .describe('exact requests and replies; {"$sha256"} stands for a part or a screenshot'),
    }),
    z.looseObject({ kind: z.literal('part'), sha256, text: z.string() }),
    reasoningLineSchema,
    z.looseObject({ kind: z.literal('question'), question: z.string(), answer: z.string().nullable() }),
    z.looseObject({ kind: z.literal('defence'), defence: z.string(), step, decision: z.string() }),
  ])
  .describe(
    'One line of calls.jsonl: a call of a model, a large part of one, the reasoning of a step, a question to the user, or a decision of a defence.',
  );

export const runFile = runJsonSchema.describe('run.json: what OS-Harm’s files don’t say about a run.');
