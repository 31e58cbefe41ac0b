import { z } from 'zod';
import type { TokenUsage } from '../messages.ts';

/** A count of tokens in a reply's schema: anything but a number counts as not reported, and never spoils the reply. */
export const tokenCount = z.number().nullish().catch(null);

/** The counts of a reply, as read from its fields. */
interface ReportedCounts {
  input: number | null | undefined;
  output: number | null | undefined;
  cached?: number | null | undefined;
  cacheWrite?: number | null | undefined;
}

/** The usage that these counts add up to; null if the provider didn't report both input and output. */
export function reportedUsage({ input, output, cached, cacheWrite }: ReportedCounts): TokenUsage | null {
  if (!isCount(input) || !isCount(output)) return null;
  const usage: TokenUsage = { inputTokens: input, outputTokens: output, cachedInputTokens: cached ?? 0 };
  return cacheWrite == null ? usage : { ...usage, cacheWriteTokens: cacheWrite };
}

const isCount = (value: number | null | undefined): value is number => value != null && value >= 0;
