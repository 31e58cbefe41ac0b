import type { LanguageModelV4 } from '@ai-sdk/provider';
import { UsageError } from '../../../base/errors.ts';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import type { ModelAddress } from '../model-name.ts';

/** How much a model reasons before it answers. The AI SDK maps the level to each provider's parameter. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

export interface Reasoning {
  effort?: ReasoningEffort | undefined;
  budget?: number | undefined;
}

type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0];
type Options = Pick<CallOptions, 'reasoning' | 'providerOptions'>;

const budgets: Readonly<Record<string, (tokens: number) => NonNullable<Options['providerOptions']>>> = {
  anthropic: (budgetTokens) => ({ anthropic: { thinking: { type: 'enabled', budgetTokens } } }),
  google: (thinkingBudget) => ({ google: { thinkingConfig: { thinkingBudget } } }),
  vertex: (thinkingBudget) => ({
    google: { thinkingConfig: { thinkingBudget } },
    vertex: { thinkingConfig: { thinkingBudget } },
    anthropic: { thinking: { type: 'enabled', budgetTokens: thinkingBudget } },
  }),
  bedrock: (budgetTokens) => ({
    bedrock: { reasoningConfig: { type: 'enabled', budgetTokens } },
    anthropic: { thinking: { type: 'enabled', budgetTokens } },
  }),
  alibaba: (thinkingBudget) => ({ alibaba: { enableThinking: true, thinkingBudget } }),
  dashscope: (thinkingBudget) => ({ alibaba: { enableThinking: true, thinkingBudget } }),
  openrouter: (tokens) => ({ openrouter: { reasoning: { max_tokens: tokens } } }),
};

export function reasoningOptions(provider: string, reasoning: Reasoning | undefined): Options {
  const { effort, budget } = reasoning ?? {};
  const options = budget === undefined ? undefined : budgets[provider]?.(budget);
  return withoutUndefined({ reasoning: effort, providerOptions: options });
}

/** Throws UsageError `reasoning-none` for a provider without budgets, `reasoning-both` if an effort is set too. */
export function checkReasoning({ provider, name }: ModelAddress, { effort, budget }: Reasoning): void {
  if (budget === undefined) return;
  if (effort !== undefined)
    throw new UsageError('--reasoning-effort and --thinking-budget can’t be combined.', {
      code: 'reasoning-both',
      hint: 'Give one of them.',
    });
  if (budgets[provider] === undefined)
    throw new UsageError(`${name} has no thinking budget.`, {
      code: 'reasoning-none',
      hint: `Use --reasoning-effort. These have one: ${Object.keys(budgets).join(', ')}.`,
    });
}
