import type { Passage } from '../api.ts';
import type { RunText } from '../index/run-text.ts';
import { type SearchedField, searchedFields, shortestPrefix, type TextField } from '../index/text-fields.ts';
import { parseQuery } from './language.ts';

const around = 90;

/** The first place that the query's texts match; null without a text, or if only accents differ. */
export function passageOf(texts: RunText, query: string): Passage | null {
  for (const term of parseQuery(query)) {
    if (term.kind !== 'text' || term.isNot) continue;
    const words = phraseOf(term.text);
    if (words === null) continue;
    for (const field of fieldsOf(term.field)) {
      const found = words.exec(texts[field]);
      if (found !== null) return { field, ...partsAround(texts[field], found.index, found[0].length) };
    }
  }
  return null;
}

const fieldsOf = (field: TextField): readonly SearchedField[] => (field === 'text' ? searchedFields : [field]);

/** As in the text index: words in this order, whatever is between them, the last one possibly a prefix. */
function phraseOf(text: string): RegExp | null {
  const words = text.match(/[\p{L}\p{N}]+/gu);
  if (words === null) return null;
  const end = (words.at(-1) ?? '').length < shortestPrefix ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}${end}`, 'iu');
}

function partsAround(text: string, at: number, length: number): Omit<Passage, 'field'> {
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  const before = line(text.slice(Math.max(0, at - around), at));
  const after = line(text.slice(at + length, at + length + around));
  return {
    before: at > around ? `…${before.replace(/^\S*\s/, '')}` : before,
    match: line(text.slice(at, at + length)),
    after: at + length + around < text.length ? `${after.replace(/\s\S*$/, '')}…` : after,
  };
}
