import type { Price } from '../../../agents/models/price.ts';
import { costOf } from '../../../agents/models/prices.ts';
import type { RequestBody } from './request-body.ts';

/** A screenshot of 1920×1080 in full detail, by no provider more; models that count pictures in other units are listed. */
const pictureTokensAtMost = 2_600;
const dearPictures: readonly [RegExp, number][] = [[/^gpt-4o-mini/, 37_000]];

/** Tokens that a request may take at most: no tokeniser makes more tokens than bytes. */
export function tokensAtMost(
  model: string,
  body: Pick<RequestBody, 'textBytes' | 'pictures'>,
  outputAtMost: number,
): { input: number; output: number } {
  const picture = dearPictures.find(([name]) => name.test(model))?.[1] ?? pictureTokensAtMost;
  return { input: body.textBytes + body.pictures * picture, output: outputAtMost };
}

/** US dollars that a request may cost at most; null where no price is known. */
export function costAtMost(price: Price | null, tokens: { input: number; output: number }): number | null {
  return price === null
    ? null
    : costOf(price, { inputTokens: tokens.input, outputTokens: tokens.output, cachedInputTokens: 0 });
}

/** The most tokens that a request lets the model answer with; `byDefault` where it sets no limit. */
export function outputAtMost(body: Readonly<Record<string, unknown>>, byDefault = 8_192): number {
  const limit = body.max_tokens ?? body.max_completion_tokens;
  return typeof limit === 'number' ? limit : byDefault;
}
