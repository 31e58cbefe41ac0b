import { nextTurn } from '../../../base/event-loop.ts';
import type { RecordText } from './record-text.ts';

/** Tokens of a record's text: with pictures and the answer it stays within 128,000. */
const budget = 100_000;

/**
 * The text with the most characters a step, at most `start`, with which it keeps to its budget. A token is at least one
 * byte, so a text of few bytes needs no counting; others are counted as cl100k has them, since a hostile text can be of
 * many tokens and few characters.
 */
export async function mostThatFits(start: number, text: (most: number) => RecordText): Promise<RecordText> {
  let most = start;
  for (;;) {
    const made = text(most);
    const tokens = await tokensOf(made);
    if (tokens <= budget || most < 50) return made;
    most = Math.floor(most * Math.min(0.9, (budget / tokens) * 0.95));
  }
}

/** Tokens of a text, or its bytes where these are few enough. */
async function tokensOf({ task, steps, later }: RecordText): Promise<number> {
  const parts = [task, ...steps, later ?? ''];
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (bytes <= budget) return bytes;
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  let tokens = 0;
  for (const part of parts) {
    tokens += countTokens(part, { disallowedSpecial: new Set<string>() });
    // Other judgments go on meanwhile.
    await nextTurn();
  }
  return tokens;
}
