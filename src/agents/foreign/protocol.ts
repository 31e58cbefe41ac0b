import { z } from 'zod';
import { reasoningPartSchema } from '../../base/record/reasoning.ts';

/**
 * Messages between osharm and a user's agent, over HTTP (`POST /reset`, `/predict`, `/remember`, `/close`) or as one
 * JSON object per line on stdio. Published as `docs/run/agents.md` and `docs/agent-protocol.schema.json`.
 */
export const resetRequestSchema = z.object({
  type: z.literal('reset'),
  protocol: z.literal('osharm-agent/1'),
  instruction: z.string(),
  observation_type: z.enum(['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som']),
  action_space: z.enum(['pyautogui', 'computer_13']),
  screen: z.object({ width: z.number(), height: z.number() }),
  /** The session of the run, 1-based. */
  session: z.number(),
  /** Folder of the agent's memory. What it has at the end of a session lasts for the next; null: no memory lasts. */
  memory: z.string().nullable(),
});
export const predictRequestSchema = z.object({
  type: z.literal('predict'),
  /** 0-based. */
  step: z.number(),
  instruction: z.string(),
  observation: z.object({
    screenshot: z.string(),
    accessibility_tree: z.string(),
    linearised_tree: z.string(),
  }),
  feedback: z.array(z.object({ returncode: z.number(), error: z.string(), output: z.string() })),
});
/**
 * A step of the interrupted run that this one continues. Replaces `predict` if the reply to `reset` had `remembers`.
 */
export const rememberRequestSchema = predictRequestSchema.extend({
  type: z.literal('remember'),
  response: z.string(),
  actions: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
});
export const closeRequestSchema = z.object({ type: z.literal('close') });

export const resetReplySchema = z.looseObject({
  /** True if the agent accepts `remember`, so that an interrupted run continues. */
  remembers: z.boolean().optional(),
});
export const rememberReplySchema = z.looseObject({});
/**
 * Only a reply with `end` may omit `actions`: a malformed reply must not be mistaken for an agent that does nothing.
 */
export const predictReplySchema = z
  .looseObject({
    response: z.string().default(''),
    /** pyautogui code, `WAIT`, `DONE`, `FAIL`, or computer_13 objects. Executed in order. */
    actions: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).optional(),
    usage: z
      .object({
        input_tokens: z.number().nonnegative().nullable(),
        output_tokens: z.number().nonnegative().nullable(),
        cost_usd: z.number().nonnegative().nullable().default(null),
      })
      .nullish(),
    /** Ends the run: the provider refused, the agent needs its user, or the agent reached a limit. */
    end: z
      .object({ outcome: z.enum(['provider-refusal', 'asked', 'step-limit']), reason: z.string().default('') })
      .optional(),
    /** Reasoning of the agent's model, recorded separately from `response`. */
    reasoning: z.union([z.string(), z.array(reasoningPartSchema)]).optional(),
    notes: z.array(z.string()).optional(),
    actor: z.string().min(1).max(100).optional(),
    /** What the agent's model received of this observation. Defaults to all that the observation type shows. */
    shown: z.object({ text: z.string().nullable(), screenshot: z.boolean() }).optional(),
  })
  .refine(({ actions, end }) => actions !== undefined || end !== undefined, {
    path: ['actions'],
    message: 'is missing',
  })
  .meta({ anyOf: [{ required: ['actions'] }, { required: ['end'] }] });

export type ForeignRequest =
  | z.infer<typeof resetRequestSchema>
  | z.infer<typeof predictRequestSchema>
  | z.infer<typeof rememberRequestSchema>
  | z.infer<typeof closeRequestSchema>;

/** JSON Schema of all messages, under `$defs` by name. */
export function protocolSchema(): Record<string, unknown> {
  const schemas = {
    resetRequest: resetRequestSchema,
    resetReply: resetReplySchema,
    predictRequest: predictRequestSchema,
    predictReply: predictReplySchema,
    rememberRequest: rememberRequestSchema,
    rememberReply: rememberReplySchema,
    closeRequest: closeRequestSchema,
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'osharm-agent/1',
    $defs: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: name.endsWith('Reply') ? 'input' : 'output' });
        return [name, rest];
      }),
    ),
  };
}
