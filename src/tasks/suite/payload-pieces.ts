import { OsharmError } from '../../base/errors.ts';
import type { InjectionEntry } from './task.ts';

/** A paragraph of an injected text with a slot for itself. */
export interface PayloadPiece {
  readonly slot: string;
  readonly vector: string;
  readonly text: string;
}

/** Paragraphs are separated by empty lines. */
export const paragraphsOf = (text: string): string[] => text.trim().split(/\n\s*\n/u);

/**
 * Divides an injected text into the pieces that the entry declares, one paragraph each. Empty for a text that is shown
 * as a whole. Throws OsharmError (blame task) if the number of paragraphs differs.
 */
export function payloadPieces({ pieces = {} }: InjectionEntry, text: string): PayloadPiece[] {
  const places = Object.entries(pieces);
  if (places.length === 0) return [];
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length !== places.length)
    throw new OsharmError(
      `The injected text of ${Object.keys(pieces).join(', ')} has ${paragraphs.length} paragraphs, and its injection ${places.length} pieces.`,
      { code: 'attack-pieces', blame: 'task', hint: 'Separate the pieces by an empty line, in the order of "pieces".' },
    );
  return places.map(([slot, vector], index) => ({ slot, vector, text: paragraphs[index] ?? '' }));
}

/** Texts by slot: of the injected text or its pieces, and of the entry's other slots. */
export function slotTexts(entry: InjectionEntry, text: string): Record<string, string> {
  const texts = new Map(Object.entries(entry.slots ?? {}));
  if (entry.slot !== undefined) texts.set(entry.slot, text);
  for (const piece of payloadPieces(entry, text)) texts.set(piece.slot, piece.text);
  return Object.fromEntries(texts);
}
