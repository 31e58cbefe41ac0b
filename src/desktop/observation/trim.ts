import { cl100k } from './count-tokens.ts';

/** OS-Harm's limit for the tree that an agent is shown. */
export const defaultTreeTokens = 10_000;

/** Fewer characters than this can't be more tokens than the limit, whatever they are: a token is at least a byte. */
const surelyShort = (text: string, limit: number) => Buffer.byteLength(text) <= limit;

/**
 * Cuts a linearised tree to `limit` tokens of cl100k_base and marks the cut (`[...]` and a line end), as OS-Harm does. Names of
 * special tokens on the screen are plain text. A character that the cut splits becomes U+FFFD.
 */
export function trimTree(text: string, limit: number = defaultTreeTokens): string {
  if (surelyShort(text, limit)) return text;
  const { decode, encodeGenerator } = cl100k();
  const tokens: number[] = [];
  // Word by word, so that nothing behind the cut is looked at.
  for (const word of encodeGenerator(text, { disallowedSpecial: new Set<string>() })) {
    tokens.push(...word);
    if (tokens.length > limit) return `${decode(tokens.slice(0, limit))}[...]\n`;
  }
  return text;
}
