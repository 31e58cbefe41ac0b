import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { TokenUsage } from '../messages.ts';

type SdkUsage = Awaited<ReturnType<LanguageModelV4['doGenerate']>>['usage'];

/** Tokens as the AI SDK's models count them. */
export function tokenUsage({ inputTokens, outputTokens }: SdkUsage): TokenUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
  };
}
