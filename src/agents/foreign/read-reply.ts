import { z } from 'zod';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { ExtensionError, strayField } from '../../base/extension.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { reasoningPartSchema } from '../../base/record/reasoning.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { Agent } from '../agent.ts';

const usageSchema = z.object({
  inputTokens: z.number().nonnegative().nullable(),
  outputTokens: z.number().nonnegative().nullable(),
  costUsd: z.number().nonnegative().nullable(),
});

const moduleReplySchema = z.looseObject({
  response: z.string(),
  actions: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
  usage: usageSchema.nullish(),
  end: z.object({ outcome: z.enum(['provider-refusal', 'asked', 'step-limit']), reason: z.string() }).optional(),
  reasoning: z.array(reasoningPartSchema).optional(),
  notes: z.array(z.string()).optional(),
  actor: z.string().min(1).max(100).optional(),
});

/** Validates an agent's reply. Throws ExtensionError, which names the invalid fields. */
export function readReply<T>(schema: z.ZodType<T>, value: unknown, agent: string, request: string): T {
  const read = schema.safeParse(value);
  const misspelled = misspelledFields(schema, value);
  if (read.success && misspelled.length === 0) return read.data;
  const faults = [...misspelled, ...(read.error?.issues ?? []).map((issue) => faultOf(issue, value))].slice(0, 3);
  throw new ExtensionError(
    'agent',
    `The agent ${agent} answered ${request} with an invalid reply: ${faults.join('; ')}.`,
    {
      hint: 'docs/run/agents.md describes valid replies.',
    },
  );
}

/** Unknown fields whose name is close to a missing one. Other unknown fields are allowed. */
function misspelledFields(schema: z.ZodType, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || !('shape' in schema)) return [];
  const missing = Object.keys(schema.shape as object).filter((name) => !(name in value));
  return Object.keys(value).flatMap((name) => {
    const meant = name in (schema.shape as object) ? null : nearestName(name, missing);
    return meant === null ? [] : [strayField(name, missing)];
  });
}

export function checkedAgent(agent: Agent): Agent {
  const { remember } = agent;
  const orFailed = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof OsharmError || signal?.aborted === true) throw cause;
      throw new OsharmError(`The agent ${agent.name} failed: ${messageOf(cause)}`, {
        code: 'agent-failed',
        blame: 'agent',
        cause,
      });
    }
  };
  return {
    name: agent.name,
    isReference: agent.isReference === true,
    remember: remember === undefined ? undefined : (...step) => orFailed(() => remember.call(agent, ...step)),
    snapshot: agent.snapshot?.bind(agent),
    async predict(input, signal) {
      const reply = await orFailed(() => agent.predict(input, signal), signal);
      readReply(moduleReplySchema, reply, agent.name, `predict (step ${stepNumber(input.step)})`);
      return reply;
    },
    close: async () => agent.close?.(),
  };
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.join('.');
  if (issue.path.length === 0) return issue.code === 'invalid_type' ? 'it is not an object' : issue.message;
  let there: unknown = value;
  for (const part of issue.path) there = (there as Record<PropertyKey, unknown> | null | undefined)?.[part];
  if (there === undefined) return `"${field}" is missing`;
  if (issue.code === 'invalid_type') return `"${field}" must be of type ${issue.expected}`;
  if (issue.code === 'invalid_union') return `"${field}" is neither text nor an object`;
  return `"${field}": ${issue.message}`;
}
