import type { Price } from '../../../agents/models/price.ts';
import { costOf } from '../../../agents/models/prices.ts';
import type { RequestBody } from './request-body.ts';

/** Upper bound for a 1920×1080 screenshot in full detail at any provider. Exceptions are listed below. */
const pictureTokensAtMost = 2_600;
const dearPictures: readonly [RegExp, number][] = [[/^gpt-4o-mini/, 37_000]];

/** Upper bound on a request's tokens: no tokenizer produces more tokens than bytes. */
export function tokensAtMost(
  model: string,
  body: Pick<RequestBody, 'textBytes' | 'pictures'>,
  outputAtMost: number,
): { input: number; output: number } {
  const picture = dearPictures.find(([name]) => name.test(model))?.[1] ?? pictureTokensAtMost;
  return { input: body.textBytes + body.pictures * picture, output: outputAtMost };
}

/** Upper bound on a request's cost in US dollars. Null if the price is unknown. */
export function costAtMost(price: Price | null, tokens: { input: number; output: number }): number | null {
  return price === null
    ? null
    : costOf(price, { inputTokens: tokens.input, outputTokens: tokens.output, cachedInputTokens: 0 });
}

export function outputAtMost(body: Readonly<Record<string, unknown>>, byDefault = 8_192): number {
  const limit = body.max_tokens ?? body.max_completion_tokens;
  return typeof limit === 'number' ? limit : byDefault;
}
