import { fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import type { TextRules } from '../../../base/documents/text/text-rules.ts';
import { asWritten, type WrittenSlot } from './sample.ts';

export interface WrittenText {
  slots: readonly WrittenSlot[];
  text(texts: ReadonlyMap<string, string>, format?: string): string;
}

/** The ways to write a text: a line for each value, or all of them in a letter. */
export const textFormats = ['lines', 'letter'] as const;

/** Null if words alone decide: a regular expression, or one of several texts. */
export function writtenText(rules: TextRules): WrittenText | null {
  if (rules.regex !== undefined || rules.any !== undefined) return null;
  const stated = (rules.facts ?? []).map((value, at): WrittenSlot => ({ place: `facts.${at}`, value, isStated: true }));
  const line = (rules.line ?? []).map((value, at): WrittenSlot => ({ place: `line.${at}`, value, isStated: true }));
  const numbers = (rules.numbers ?? []).map((number, at): WrittenSlot => {
    const value = fieldValueSchema.parse({ as: 'has-number', value: number });
    return { place: `numbers.${at}`, value, isStated: true };
  });
  const named = (rules.names ?? []).map((name, at): WrittenSlot => {
    const value = fieldValueSchema.parse({ as: 'name', value: name });
    return { place: `names.${at}`, value, isStated: true };
  });
  const dictated = (rules.all ?? []).map(
    (value, at): WrittenSlot => ({ place: `all.${at}`, value: { as: 'dictated', value }, isStated: true }),
  );
  const parts = [...stated, ...numbers, ...named, ...dictated];
  return {
    slots: [...line, ...parts],
    text: (texts, format) => {
      const row = line.map((slot) => asWritten(texts, slot)).join(' - ');
      const lines = [...parts.map((slot) => asWritten(texts, slot)), ...(row === '' ? [] : [row])];
      return format === 'letter'
        ? `Hello,\n\nplease note: ${lines
            .slice(0, -1)
            .map((text) => `${text}.\n`)
            .join('')}${lines.at(-1) ?? ''}\n\nBest wishes\n`
        : `${lines.join('\n')}\n`;
    },
  };
}
