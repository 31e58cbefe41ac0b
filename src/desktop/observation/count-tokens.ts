import { createRequire } from 'node:module';

type Encoding = typeof import('gpt-tokenizer/encoding/cl100k_base');

let loaded: Encoding | undefined;

/** The encoding cl100k_base. Loading it takes a tenth of a second, so it is loaded for the first text that needs it. */
export function cl100k(): Encoding {
  loaded ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/cl100k_base') as Encoding;
  return loaded;
}

/** Tokens of a text in cl100k_base; counting ends at `atMost`. */
export function countTokens(text: string, atMost: number): number {
  let count = 0;
  for (const word of cl100k().encodeGenerator(text, { disallowedSpecial: new Set<string>() })) {
    count += word.length;
    if (count >= atMost) break;
  }
  return count;
}
