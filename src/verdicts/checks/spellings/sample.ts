import type { FieldValue } from '../../../base/documents/text/field-value.ts';
import type { ScoreInput } from '../conditions/condition.ts';

/** A text of a check that an agent may write in several ways. */
export interface WrittenSlot {
  /** The place in the condition, such as `cells.2`. */
  place: string;
  /** `dictated`: words that an edited document must contain literally. */
  value: FieldValue | { as: 'dictated'; value: string };
  /** Whether the value may be in a sentence with others. */
  isStated: boolean;
  /** For a number: other numbers within it count as the same. */
  tolerance?: number | undefined;
}

/** The end state for one spelling of each slot. `format` is a way to write the file. */
export interface EndState {
  slots: readonly WrittenSlot[];
  formats: readonly string[];
  /** Builds the state. `texts` has a spelling by place; the other slots are written plainly. */
  build(texts: ReadonlyMap<string, string>, format?: string): ScoreInput;
}

/** The plainest way to write a value. */
export const plainly = ({ value }: WrittenSlot): string =>
  value.as === 'list' ? value.value.replaceAll('\n', ', ') : value.value;

export const asWritten = (texts: ReadonlyMap<string, string>, slot: WrittenSlot): string =>
  texts.get(slot.place) ?? plainly(slot);
