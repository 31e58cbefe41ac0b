import type { TokenUsage } from '../../src/agents/models/messages.ts';

/** A part of a request that a cache keeps whole or not at all. */
export interface Block {
  /** Says what it is: two blocks of one key are the same. */
  key: string;
  tokens: number;
  /** The request marks it: what comes until here is to be kept. */
  isPoint: boolean;
}

export interface RecordedRequest {
  /** Unix milliseconds. */
  time: number;
  blocks: readonly Block[];
  outputTokens: number;
}

/** How a provider keeps the beginnings of requests, by its public documentation. */
export interface CacheRule {
  /** Kept at the marks of the request, or every beginning. */
  keeps: 'marked' | 'all';
  /** Shorter beginnings are not kept. */
  leastTokens: number;
  /** What is read is a multiple of this. */
  granule: number;
}

/** Kept so long after the last use, in milliseconds: Anthropic's five minutes, which the others name as their least. */
const lifetime = 300_000;

/** What each request of a run would be billed for: with its cache empty at the first, and nobody else in it. */
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
