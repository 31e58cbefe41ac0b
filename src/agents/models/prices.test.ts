import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calcPrice } from '@pydantic/genai-prices';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { listedPricesVersion } from './listed-prices.ts';
import type { Price } from './price.ts';
import { costOf, priceOf, readPrices, savedByCache } from './prices.ts';

const table = readPrices();
const priced = (provider: string, model: string): Price => priceOf(table, provider, model) as Price;

describe('the public price lists', () => {
  it('the public price lists have the version of their recorded date', () => {
    expect(packageJson.dependencies['@pydantic/genai-prices']).toBe(listedPricesVersion);
  });

  // Flat prices, cache writes, and tiers by the length of the request.
  it.each([
    ['openai', 'openai', 'gpt-4.1'],
    ['openai', 'openai', 'gpt-5.4'],
    ['anthropic', 'anthropic', 'claude-opus-5-5'],
    ['anthropic', 'anthropic', 'claude-sonnet-4-5'],
    ['google', 'google', 'gemini-2.5-pro'],
    ['bedrock', 'aws', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['xai', 'x-ai', 'grok-4'],
    ['groq', 'groq', 'llama-3.3-70b-versatile'],
    ['moonshot', 'moonshotai', 'kimi-k2-0905-preview'],
  ])('the price of a call to %s equals the price lists’ own calculation', (provider, providerId, model) => {
    const price = priced(provider, model);
    for (const input of [1000, 150_000, 200_000, 200_001, 300_000])
      for (const [read, written] of [
        [0, 0],
        [0.5, 0],
        [0.5, 0.25],
      ] as const) {
        const usage = {
          inputTokens: input,
          outputTokens: 700,
          cachedInputTokens: input * read,
          cacheWriteTokens: input * written,
        };
        const theirs = calcPrice(
          {
            input_tokens: input,
            output_tokens: 700,
            cache_read_tokens: usage.cachedInputTokens,
            cache_write_tokens: usage.cacheWriteTokens,
          },
          model,
          { providerId },
        );
        expect(costOf(price, usage)).toBeCloseTo(theirs?.total_price ?? Number.NaN, 9);
      }
  });

  it('unlisted models have no price, and self-hosted servers cost nothing', () => {
    expect(priceOf(table, 'compatible', 'gpt-4.1')).toBeNull();
    expect(priceOf(table, 'vllm', 'org/model')).toEqual({ input: 0, output: 0 });
  });
});

describe('a user’s price table', () => {
  it('a user’s price table overrides the public lists', () => {
    const folder = mkdtempSync(join(tmpdir(), 'prices-'));
    const file = join(folder, 'prices.json');
    writeFileSync(file, JSON.stringify({ date: '2026-11', models: { 'openai:gpt-4.1': { input: 1, output: 1 } } }));
    const priceTable = readPrices(file);
    expect(priceTable.date).toMatch(/^2026-11 \(your table\), else \d{4}-\d{2}-\d{2} \(genai-prices\)$/);
    expect(priceOf(priceTable, 'openai', 'gpt-4.1')).toEqual({ input: 1, output: 1 });
    expect(priceOf(priceTable, 'openai', 'gpt-4o')).toEqual(priceOf(table, 'openai', 'gpt-4o'));
    rmSync(folder, { recursive: true });
  });
});

it('cache savings are the discount on reads less the surcharge on writes', () => {
  const price = { input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5 };
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 500_000, cacheWriteTokens: 100_000 };
  expect(savedByCache(price, usage)).toBeCloseTo(0.5 * 3.6 - 0.1 * 1);
  expect(savedByCache(price, { ...usage, cachedInputTokens: 0 })).toBeCloseTo(-0.1);
});
