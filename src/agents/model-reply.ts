import type { AgentReply } from './agent.ts';
import type { Priced, WireReply } from './models/model.ts';
import type { ReplyOutcome, UnusableReply } from './models/outcome/reply-outcome.ts';

export function usageOfReply(reply: Priced<WireReply>): NonNullable<AgentReply['usage']> {
  const { usage, costUsd, savedUsd, pricesOf } = reply;
  return {
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    costUsd,
    cachedInputTokens: usage?.cachedInputTokens,
    savedUsd,
    pricesOf,
  };
}

export function refusedBy(
  outcome: Extract<ReplyOutcome, { kind: 'refused' }>,
): Required<Pick<AgentReply, 'actions' | 'end'>> {
  const { by, category, message } = outcome;
  return {
    actions: [],
    end: { outcome: 'provider-refusal', reason: message || category || 'refused', refusal: { by, category } },
  };
}

export function withoutAction(
  outcome: UnusableReply,
  maxTokens: number | null,
): { actions: []; notes: string[]; unusable: UnusableReply['kind'] } {
  return { actions: [], unusable: outcome.kind, notes: [noteOf(outcome, maxTokens)] };
}

function noteOf(outcome: UnusableReply, maxTokens: number | null): string {
  switch (outcome.kind) {
    case 'out-of-tokens':
      return `out of tokens: the reply had no text yet at ${limitWords(maxTokens)}`;
    case 'malformed-call':
      return `not an action: the model's call could not be read (${outcome.message.slice(0, 300)})`;
    case 'empty':
      return `an empty reply (${outcome.message.slice(0, 300)})`;
    default:
      return outcome satisfies never;
  }
}

export const cutOffNote = (maxTokens: number | null): string => `the reply was cut off at ${limitWords(maxTokens)}`;

const limitWords = (maxTokens: number | null): string =>
  maxTokens === null
    ? 'the provider’s output limit; --reasoning-effort limits thinking'
    : `its output limit (--max-tokens ${maxTokens})`;

export function reminderOf(unusable: UnusableReply['kind']): string {
  switch (unusable) {
    case 'out-of-tokens':
      return 'Your last reply reached its length limit before it requested an action. Think less, and act.';
    case 'malformed-call':
      return 'Your last tool call could not be read, and nothing was executed. Call the tool again.';
    case 'empty':
      return 'Your last reply was empty, and nothing was executed. Continue with the task.';
    default:
      return unusable satisfies never;
  }
}
