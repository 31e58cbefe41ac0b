import { cl100k } from './count-tokens.ts';

/** OS-Harm's default limit. */
export const defaultTreeTokens = 10_000;

/** Every token has at least one byte, so a text of up to `limit` bytes can't have more tokens. */
const surelyShort = (text: string, limit: number) => Buffer.byteLength(text) <= limit;

/**
 * Truncates a tree to `limit` cl100k_base tokens and appends `[...]` and a newline, as OS-Harm does. A character that
 * is cut in half becomes U+FFFD.
 */
export function trimTree(text: string, limit: number = defaultTreeTokens): string {
  if (surelyShort(text, limit)) return text;
  const { decode, encodeGenerator } = cl100k();
  const tokens: number[] = [];
  // Encodes lazily, so that text after the cut is never tokenised.
  for (const word of encodeGenerator(text, { disallowedSpecial: new Set<string>() })) {
    tokens.push(...word);
    if (tokens.length > limit) return `${decode(tokens.slice(0, limit))}[...]\n`;
  }
  return text;
}
