import type { AgentReply } from './agent.ts';
import type { Priced, WireReply } from './models/model.ts';

/** What a model's reply took. */
export function usageOfReply({
  usage,
  costUsd,
  unanswered,
  savedUsd,
  pricesOf,
}: Priced<WireReply>): NonNullable<AgentReply['usage']> {
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costUsd,
    cachedInputTokens: usage.cachedInputTokens,
    savedUsd,
    pricesOf,
    unanswered,
  };
}

/** The end of a run whose model's provider would not answer. */
export function refusedBy({ refusal }: WireReply): Required<Pick<AgentReply, 'actions' | 'end'>> {
  return { actions: [], end: { outcome: 'provider-refusal', reason: refusal ?? 'refused' } };
}
