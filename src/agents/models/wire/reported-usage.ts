import { z } from 'zod';
import type { TokenUsage } from '../messages.ts';

/** Schema of a token count. A value that isn't a number counts as not reported and never invalidates the reply. */
export const tokenCount = z.number().nullish().catch(null);

interface ReportedCounts {
  input: number | null | undefined;
  output: number | null | undefined;
  cached?: number | null | undefined;
  cacheWrite?: number | null | undefined;
}

/** Null if the provider didn't report both input and output. */
export function reportedUsage({ input, output, cached, cacheWrite }: ReportedCounts): TokenUsage | null {
  if (!isCount(input) || !isCount(output)) return null;
  const usage: TokenUsage = { inputTokens: input, outputTokens: output, cachedInputTokens: cached ?? 0 };
  return cacheWrite == null ? usage : { ...usage, cacheWriteTokens: cacheWrite };
}

const isCount = (value: number | null | undefined): value is number => value != null && value >= 0;
