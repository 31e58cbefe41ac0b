import { createRequire } from 'node:module';
import type { Price } from './price.ts';

/** Date on which the prices in `@pydantic/genai-prices` 0.1.8 matched the providers' lists. */
export const listedPricesDate = '2026-09-23';
export const listedPricesVersion = '0.1.8';

/** Provider names in the price lists. Missing providers publish no prices or are self-hosted. */
const listNames: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  bedrock: 'aws',
  vertex: 'google',
  azure: 'azure',
  xai: 'x-ai',
  deepseek: 'deepseek',
  mistral: 'mistral',
  groq: 'groq',
  together: 'together',
  fireworks: 'fireworks',
  moonshot: 'moonshotai',
  openrouter: 'openrouter',
};
const free = new Set(['ollama', 'vllm', 'sglang', 'llamacpp', 'lmstudio']);

type Lists = typeof import('@pydantic/genai-prices');
let lists: Lists | undefined;

/** The public price of a model, or null. The lists are loaded on first use. */
export function listedPrice(provider: string, model: string): Price | null {
  if (free.has(provider)) return { input: 0, output: 0 };
  const providerId = listNames[provider];
  if (providerId === undefined) return null;
  lists ??= createRequire(import.meta.url)('@pydantic/genai-prices') as Lists;
  // Restricted to this provider: other providers may price a model of the same name differently.
  const found = lists.calcPrice({ input_tokens: 0, output_tokens: 0 }, model, { providerId });
  return found === null ? null : priceFrom(found.model_price as ListedRates);
}

export function listedModels(provider: string): string[] {
  const providerId = listNames[provider];
  if (providerId === undefined) return [];
  lists ??= createRequire(import.meta.url)('@pydantic/genai-prices') as Lists;
  return lists.findProvider({ providerId })?.models.map(({ id }) => id) ?? [];
}

type ListedRate = number | { base: number; tiers: readonly { start: number; price: number }[] } | undefined;
type ListedRates = Readonly<Record<string, ListedRate>>;

const fields = {
  input: 'input_mtok',
  output: 'output_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
} as const;

function priceFrom(listed: ListedRates): Price | null {
  const ratesAt = (inputTokens: number) => {
    const rate = (name: string): number | undefined => {
      const value = listed[name];
      if (typeof value !== 'object') return value;
      return value.tiers.filter(({ start }) => inputTokens > start).reduce((_, { price }) => price, value.base);
    };
    const { input, output, cachedInput, cacheWrite } = fields;
    return {
      input: rate(input),
      output: rate(output),
      cachedInput: listed[cachedInput] === undefined ? undefined : rate(cachedInput),
      cacheWrite: listed[cacheWrite] === undefined ? undefined : rate(cacheWrite),
    } as Price;
  };
  if (listed.input_mtok === undefined || listed.output_mtok === undefined) return null;
  const starts = Object.values(fields).flatMap((name) => {
    const value = listed[name];
    return typeof value === 'object' ? value.tiers.map(({ start }) => start) : [];
  });
  const tiers = [...new Set(starts)].sort((a, b) => a - b).map((above) => ({ above, ...ratesAt(above + 1) }));
  return { ...ratesAt(0), tiers: tiers.length === 0 ? undefined : tiers };
}
