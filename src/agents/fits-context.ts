import { countTokens } from '../desktop/observation/count-tokens.ts';
import type { ModelMessage } from './models/messages.ts';

/** Tokens of a picture and of a message's frame, about. */
const about = { picture: 1200, message: 8 };
/** The model's own tokens may be this much more than those that are counted. */
const margin = 1.15;

/**
 * Whether messages and a reply of `maxTokens` fit a context, about: other models have other tokens. What is thought to fit and doesn't is rejected by the
 * server, and made smaller then.
 */
export function fitsContext(messages: readonly ModelMessage[], maxTokens: number, contextTokens: number): boolean {
  // A server that has less than twice the reply gives a shorter reply.
  const room = contextTokens - Math.min(maxTokens, contextTokens / 2);
  let tokens = 0;
  for (const { parts } of messages) {
    tokens += about.message;
    for (const part of parts) tokens += part.type === 'image' ? about.picture : countTokens(part.text, room) * margin;
    if (tokens > room) return false;
  }
  return true;
}
