import type { TokenUsage } from '../../src/agents/models/messages.ts';

export interface Block {
  key: string;
  tokens: number;
  /** True if the request marks the end of this block as a cache breakpoint. */
  isPoint: boolean;
}

export interface RecordedRequest {
  /** Unix milliseconds. */
  time: number;
  blocks: readonly Block[];
  outputTokens: number;
}

export interface CacheRule {
  keeps: 'marked' | 'all';
  /** Shorter prefixes are not cached. */
  leastTokens: number;
  granule: number;
}

/** Lifetime since the last use, in milliseconds: Anthropic's five minutes, the minimum for other providers. */
const lifetime = 300_000;

/** The billed usage of each request of a run, if no one else uses the cache and it is empty at the start. */
export function cachedUsages(requests: readonly RecordedRequest[], rule: CacheRule): TokenUsage[] {
  const lastUse = new Map<string, number>();
  return requests.map(({ time, blocks, outputTokens }) => {
    let tokens = 0;
    let key = '';
    const beginnings = blocks.map((block) => {
      tokens += block.tokens;
      key += `${block.key}\n`;
      return { key, tokens, isPoint: block.isPoint };
    });
    const kept = beginnings.filter(
      ({ tokens, isPoint }) => tokens >= rule.leastTokens && (rule.keeps === 'all' || isPoint),
    );
    const readable =
      kept.length === 0 ? [] : beginnings.slice(0, beginnings.indexOf(kept.at(-1) as (typeof kept)[0]) + 1);
    const found = readable.findLast(({ key }) => time - (lastUse.get(key) ?? Number.NEGATIVE_INFINITY) <= lifetime);
    if (found !== undefined) lastUse.set(found.key, time);
    for (const { key } of kept) lastUse.set(key, time);
    const cachedInputTokens = Math.floor((found?.tokens ?? 0) / rule.granule) * rule.granule;
    const cacheWriteTokens = rule.keeps === 'all' ? 0 : Math.max(0, (kept.at(-1)?.tokens ?? 0) - cachedInputTokens);
    return { inputTokens: tokens, outputTokens, cachedInputTokens, cacheWriteTokens };
  });
}
