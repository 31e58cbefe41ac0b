import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import type { Exchange } from './http-exchange.ts';
import { listedPrice, listedPricesDate } from './listed-prices.ts';
import type { TokenUsage } from './messages.ts';
import { type Price, priceSchema, type Rates } from './price.ts';

const tableFileSchema = z.object({
  date: z.string(),
  /** Keys are `provider:model`. A trailing `*` matches any suffix; the longest match counts. */
  models: z.record(z.string(), priceSchema),
});

export interface PriceTable {
  date: string;
  models: Readonly<Record<string, Price>>;
}

/** The public price lists, overridden by the user's table. Throws UsageError `prices-unreadable`. */
export function readPrices(file?: string | URL | undefined): PriceTable {
  const listed = `${listedPricesDate} (genai-prices)`;
  if (file === undefined) return { date: listed, models: {} };
  try {
    const { date, models } = tableFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { date: `${date} (your table), else ${listed}`, models };
  } catch (cause) {
    throw new UsageError(`The price table ${file} can't be read: ${reason(cause)}`, {
      code: 'prices-unreadable',
      hint: 'It is {"date": "2026-01", "models": {"openai:gpt-4.1": {"input": 2, "output": 8}}}, in dollars per million tokens.',
      cause,
    });
  }
}

function reason(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'invalid format'}`;
  }
  return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message;
}

export function priceOf(table: PriceTable, provider: string, model: string): Price | null {
  const name = `${provider}:${model}`;
  const exact = table.models[name];
  if (exact !== undefined) return exact;
  const pattern = Object.keys(table.models)
    .filter((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length)[0];
  return pattern === undefined ? listedPrice(provider, model) : (table.models[pattern] as Price);
}

function ratesFor(price: Price, inputTokens: number): Rates {
  const passed = (price.tiers ?? []).filter(({ above }) => inputTokens > above);
  return passed.reduce<Rates & { above?: number }>(
    (most, tier) => ((most.above ?? -1) < tier.above ? tier : most),
    price,
  );
}

/** In US dollars. */
export function costOf(price: Price, usage: TokenUsage): number {
  const { input, output, cachedInput = input, cacheWrite = input } = ratesFor(price, usage.inputTokens);
  const read = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.inputTokens - read);
  const plain = usage.inputTokens - read - written;
  return (plain * input + read * cachedInput + written * cacheWrite + usage.outputTokens * output) / 1e6;
}

/** In US dollars; negative if writing to the cache cost more than reading saved. */
export function savedByCache(price: Price, usage: TokenUsage): number {
  return costOf(price, { ...usage, cachedInputTokens: 0, cacheWriteTokens: 0 }) - costOf(price, usage);
}

/** Approximate tokens of a picture and of a reply, and characters per token. */
const about = { picture: 1500, reply: 1000, characters: 4 };

/** Estimates the cost of a call without reported usage, in US dollars; 0 if the price is unknown. */
export function costAbout(price: Price | null, { request, response }: Pick<Exchange, 'request' | 'response'>): number {
  if (price === null) return 0;
  let [characters, pictures] = [0, 0];
  JSON.stringify(request, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (/^(?:data:image\/[a-z]+;base64,)?iVBORw0KGgo/.test(value)) pictures += 1;
    else characters += value.length;
    return null;
  });
  const inputTokens = characters / about.characters + pictures * about.picture;
  const outputTokens = Math.max(about.reply, response.length / about.characters);
  return costOf(price, { inputTokens, outputTokens, cachedInputTokens: 0 });
}
