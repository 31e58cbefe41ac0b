import { type ReasoningPart, readableTexts } from '../../base/record/reasoning.ts';
import { splitThoughts } from './split-thoughts.ts';

export interface SaidAndThought {
  said: string;
  reasoning: string | null;
  isPartlyEncrypted: boolean;
}

/** Separates a step's reply from its reasoning. `parts` is the recorded reasoning from the provider. */
export function saidAndThought(response: string, parts: readonly ReasoningPart[] = []): SaidAndThought {
  const { thoughts, reply } = splitThoughts(response);
  const texts = [...readableTexts(parts), thoughts ?? ''].filter((text) => text.trim() !== '');
  return {
    said: reply,
    reasoning: texts.length === 0 ? null : texts.join('\n\n'),
    isPartlyEncrypted: parts.some(({ kind }) => kind === 'encrypted'),
  };
}
