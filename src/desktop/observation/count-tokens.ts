import { createRequire } from 'node:module';

type Encoding = typeof import('gpt-tokenizer/encoding/cl100k_base');

let loaded: Encoding | undefined;

/** Loaded on first use, because that takes a tenth of a second. */
export function cl100k(): Encoding {
  loaded ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/cl100k_base') as Encoding;
  return loaded;
}

/** Stops counting at `atMost`. */
export function countTokens(text: string, atMost: number): number {
  let count = 0;
  for (const word of cl100k().encodeGenerator(text, { disallowedSpecial: new Set<string>() })) {
    count += word.length;
    if (count >= atMost) break;
  }
  return count;
}
