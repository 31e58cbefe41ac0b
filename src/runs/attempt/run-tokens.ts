import type { AgentReply } from '../../agents/agent.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { roundMs } from './phases.ts';

/** What the agent's calls of one attempt took. */
export interface RunTokens {
  readonly calls: number;
  /** Null, as are `outputTokens` and `costUsd`, if the provider didn't report the usage of a reply. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars; also null if no price is known, or a call never returned. */
  readonly costUsd: number | null;
  /** Of the input tokens, those read from the provider's cache; left out: none. */
  readonly cachedInputTokens?: number | undefined;
  /** US dollars that the cache saved; left out: none, or not known. */
  readonly savedUsd?: number | undefined;
  /** Of which day the prices are; left out: no price was known. */
  readonly pricesOf?: string | undefined;
}

export const noTokens: RunTokens = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/**
 * Adds what one reply took. One call with unknown tokens or price makes the sum unknown, and so does an agent that
 * doesn't report its usage, unless it is a reference agent, which calls no model.
 */
export function withReply(before: RunTokens, { usage }: Pick<AgentReply, 'usage'>, isReference: boolean): RunTokens {
  const calls = before.calls + 1;
  if (usage == null)
    return isReference
      ? { ...before, calls }
      : { ...before, calls, inputTokens: null, outputTokens: null, costUsd: null };
  const cachedInputTokens = (before.cachedInputTokens ?? 0) + (usage.cachedInputTokens ?? 0);
  const savedUsd = (before.savedUsd ?? 0) + (usage.savedUsd ?? 0);
  const pricesOf = usage.pricesOf ?? before.pricesOf;
  return {
    calls,
    cachedInputTokens: cachedInputTokens || undefined,
    savedUsd: savedUsd || undefined,
    pricesOf,
    inputTokens: sumKnown(before.inputTokens, usage.inputTokens),
    outputTokens: sumKnown(before.outputTokens, usage.outputTokens),
    costUsd: sumKnown(before.costUsd, usage.costUsd),
  };
}

/** By role, as `run.json` holds it. */
export function recordedTokens(byRole: Readonly<Record<string, RunTokens>>): RunJson['tokens'] {
  return Object.fromEntries(Object.entries(byRole).map(([role, tokens]) => [role, recorded(tokens)]));
}

/** Dollars to a millionth. */
function recorded({ costUsd, savedUsd, ...tokens }: RunTokens): RunJson['tokens'][string] {
  const rounded = (usd: number): number => roundMs(usd * 1e5) / 1e5;
  return {
    ...tokens,
    costUsd: costUsd === null ? null : rounded(costUsd),
    savedUsd: savedUsd === undefined ? undefined : rounded(savedUsd),
  };
}
