import type { AgentReply } from '../../agents/agent.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { roundMs } from './phases.ts';

export interface RunTokens {
  readonly calls: number;
  /** Null, like `outputTokens` and `costUsd`, if the provider did not report the usage of a reply. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Also null if a price is unknown or a call never returned. */
  readonly costUsd: number | null;
  readonly cachedInputTokens?: number | undefined;
  readonly savedUsd?: number | undefined;
  readonly pricesOf?: string | undefined;
}

export const noTokens: RunTokens = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/**
 * Adds the usage of one reply. A call with unknown tokens or price makes the sum unknown. So does an agent that does
 * not report its usage, unless it is a reference agent, which calls no model.
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

export function recordedTokens(byRole: Readonly<Record<string, RunTokens>>): RunJson['tokens'] {
  return Object.fromEntries(Object.entries(byRole).map(([role, tokens]) => [role, recorded(tokens)]));
}

function recorded({ costUsd, savedUsd, ...tokens }: RunTokens): RunJson['tokens'][string] {
  const rounded = (usd: number): number => roundMs(usd * 1e5) / 1e5;
  return {
    ...tokens,
    costUsd: costUsd === null ? null : rounded(costUsd),
    savedUsd: savedUsd === undefined ? undefined : rounded(savedUsd),
  };
}
