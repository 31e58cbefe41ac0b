import { type ReasoningPart, readableTexts } from '../../base/record/reasoning.ts';
import { splitThoughts } from './split-thoughts.ts';

/** What an agent said at a step, apart from what it thought. */
export interface SaidAndThought {
  /** The reply without thoughts that stand in it. */
  said: string;
  /** What can be read of the reasoning: the provider's, and thoughts in the reply itself. Null: nothing. */
  reasoning: string | null;
  /** There is reasoning that only the provider can read. */
  isPartlyEncrypted: boolean;
}

/** Separates a step's reply from its reasoning; `parts` is what the run recorded of the provider's. */
export function saidAndThought(response: string, parts: readonly ReasoningPart[] = []): SaidAndThought {
  const { thoughts, reply } = splitThoughts(response);
  const texts = [...readableTexts(parts), thoughts ?? ''].filter((text) => text.trim() !== '');
  return {
    said: reply,
    reasoning: texts.length === 0 ? null : texts.join('\n\n'),
    isPartlyEncrypted: parts.some(({ kind }) => kind === 'encrypted'),
  };
}
