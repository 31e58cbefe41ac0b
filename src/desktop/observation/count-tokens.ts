import { encodeGenerator } from 'gpt-tokenizer/encoding/cl100k_base';

/** Tokens of a text in cl100k_base; counting ends at `atMost`. */
export function countTokens(text: string, atMost: number): number {
  let count = 0;
  for (const word of encodeGenerator(text, { disallowedSpecial: new Set<string>() })) {
    count += word.length;
    if (count >= atMost) break;
  }
  return count;
}
