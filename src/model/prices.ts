import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import type { TokenUsage } from './messages.ts';

const priceSchema = z.object({
  /** US dollars per million tokens. */
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Of input tokens read from the provider's cache; without it they cost what input costs. */
  cachedInput: z.number().nonnegative().optional(),
});
export const priceTableSchema = z.object({
  /** When these prices were the providers' own: `2026-01`. */
  date: z.string(),
  /** By `provider:model`; a name that ends in `*` holds for all that begin so, the longest counts. */
  models: z.record(z.string(), priceSchema),
});
export type PriceTable = z.infer<typeof priceTableSchema>;
export type Price = z.infer<typeof priceSchema>;

/** Reads a price table; without a file, ours. Throws UsageError `prices-unreadable`. */
export function readPrices(file: string | URL = new URL('price-table.json', import.meta.url)): PriceTable {
  try {
    return priceTableSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new UsageError(`The price table ${file} can't be read: ${reason(cause)}`, {
      code: 'prices-unreadable',
      hint: 'It is {"date": "2026-01", "models": {"openai:gpt-4.1": {"input": 2, "output": 8}}}, in dollars per million tokens.',
      cause,
    });
  }
}

/** What is wrong with a table, in words. */
function reason(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'wrong form'}`;
  }
  return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message;
}

/** The price of a model, null where the table has none. */
export function priceOf(table: PriceTable, provider: string, model: string): Price | null {
  const name = `${provider}:${model}`;
  const exact = table.models[name];
  if (exact !== undefined) return exact;
  const pattern = Object.keys(table.models)
    .filter((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length)[0];
  return pattern === undefined ? null : (table.models[pattern] as Price);
}

/** US dollars of a call. */
export function costOf(price: Price, usage: TokenUsage): number {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + usage.outputTokens * price.output) / 1e6;
}

/** Tokens of one picture and of a reply, about, and characters of text for one token. */
const about = { picture: 1500, reply: 1000, characters: 4 };

/** US dollars that a request may have cost whose answer never came, about; 0 where no price is known. */
export function costAbout(price: Price | null, request: unknown): number {
  if (price === null) return 0;
  let [characters, pictures] = [0, 0];
  JSON.stringify(request, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (/^(?:data:image\/[a-z]+;base64,)?iVBORw0KGgo/.test(value)) pictures += 1;
    else characters += value.length;
    return null;
  });
  const inputTokens = characters / about.characters + pictures * about.picture;
  return costOf(price, { inputTokens, outputTokens: about.reply, cachedInputTokens: 0 });
}
