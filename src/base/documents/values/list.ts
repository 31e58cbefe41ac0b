import { evenText } from './dictated-text.ts';
import { isDoubted } from './remark.ts';
import type { WantedValue, WrittenKind } from './written-kind.ts';

const itemsOf = (wanted: WantedValue): string[] => wanted.value.split('\n');

/** The items of a list that a person writes in a line or in lines, or of a JSON array. */
function readItems(text: string): string[] {
  return text
    .replace(/^\s*\[|\]\s*$/g, '')
    .split(/\s*(?:[\n;,/+&]|\band\b|(?<=^|\s)\d{1,2}[.)](?=\s))\s*/i)
    .map((item) => evenText(item.replace(/^\s*[-*•]\s+/, '')))
    .filter((item) => item !== '');
}

/** Items in any order, however they are separated. */
export const unorderedList: WrittenKind = {
  means: (text, wanted) => {
    const items = itemsOf(wanted).map(evenText).sort();
    const written = readItems(text).sort();
    return !isDoubted(text) && items.length === written.length && items.every((item, at) => item === written[at]);
  },
  spellings: (wanted) => {
    const items = itemsOf(wanted);
    const back = [...items].reverse();
    return [
      { writer: 'careful', text: items.join(', ') },
      { writer: 'careful', text: back.join('; ') },
      { writer: 'hurried', text: items.join(' and ') },
      { writer: 'hurried', text: back.map((item) => item.toLowerCase()).join(', ') },
      { writer: 'model', text: items.map((item) => `- ${item}`).join('\n') },
      { writer: 'model', text: JSON.stringify(back) },
    ];
  },
  nearMisses: (wanted) => {
    const items = itemsOf(wanted);
    return [
      items.slice(1).join(', '),
      [...items, 'anything'].join(', '),
      items.map((item) => `no ${item}`).join(', '),
      '',
    ];
  },
};
