import { nextTurn } from '../../../base/event-loop.ts';
import type { RecordText } from './record-text.ts';

/** Tokens for the record's text. With images and the answer, the request stays within 128,000. */
const budget = 100_000;

/** Finds the largest limit per step that fits. A token is at least one byte, so only long texts are tokenized. */
export async function mostThatFits(start: number, text: (most: number) => RecordText): Promise<RecordText> {
  let most = start;
  for (;;) {
    const made = text(most);
    const tokens = await tokensOf(made);
    if (tokens <= budget || most < 50) return made;
    most = Math.floor(most * Math.min(0.9, (budget / tokens) * 0.95));
  }
}

/** Returns the number of bytes if it is within the budget. */
async function tokensOf({ task, steps, later }: RecordText): Promise<number> {
  const parts = [task, ...steps, later ?? ''];
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (bytes <= budget) return bytes;
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  let tokens = 0;
  for (const part of parts) {
    tokens += countTokens(part, { disallowedSpecial: new Set<string>() });
    await nextTurn();
  }
  return tokens;
}
