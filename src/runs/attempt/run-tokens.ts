import type { AgentReply } from '../../agents/agent.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { roundMs } from './phases.ts';

/** What the agent's calls of one attempt took. */
export interface RunTokens {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where no price is known, or a call was never answered. */
  readonly costUsd: number | null;
  /** Calls that were sent and never answered, whose tokens are not known; left out: none. */
  readonly unanswered?: number | undefined;
  /** Of the input tokens, those read from the provider's cache; left out: none. */
  readonly cachedInputTokens?: number | undefined;
  /** US dollars that the cache saved; left out: none, or not known. */
  readonly savedUsd?: number | undefined;
  /** Of which day the prices are; left out: no price was known. */
  readonly pricesOf?: string | undefined;
}

export const noTokens: RunTokens = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/**
 * With what one reply took added. One call of unknown price makes the cost of the run unknown, and so does an agent
 * that says nothing of what it took, but for reference agents, which ask no model.
 */
export function withReply(before: RunTokens, { usage }: Pick<AgentReply, 'usage'>, isReference: boolean): RunTokens {
  const calls = before.calls + 1;
  if (usage === undefined) return { ...before, calls, costUsd: isReference ? before.costUsd : null };
  const unanswered = (before.unanswered ?? 0) + (usage.unanswered ?? 0);
  const cachedInputTokens = (before.cachedInputTokens ?? 0) + (usage.cachedInputTokens ?? 0);
  const savedUsd = (before.savedUsd ?? 0) + (usage.savedUsd ?? 0);
  const pricesOf = usage.pricesOf ?? before.pricesOf;
  return {
    calls,
    cachedInputTokens: cachedInputTokens || undefined,
    savedUsd: savedUsd || undefined,
    pricesOf,
    unanswered: unanswered || undefined,
    inputTokens: before.inputTokens + usage.inputTokens,
    outputTokens: before.outputTokens + usage.outputTokens,
    costUsd: before.costUsd === null || usage.costUsd === null ? null : before.costUsd + usage.costUsd,
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
