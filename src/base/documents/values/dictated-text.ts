import type { WrittenKind } from './written-kind.ts';

/** Lower case with plain quotes, dashes and single spaces, without quotes around it and final full stops. */
export const evenText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019`]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^["' ]+|["'. ]+$/g, '')
    .toLowerCase();

export const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Brackets are boxes of a list. */
const withoutHyphens = (text: string): string =>
  evenText(text.replace(/^[[(|\s]+|[\])|\s]+$/g, '')).replace(/(?<=\p{L})-(?=\p{L})/gu, ' ');

/** Ignores case, spaces, hyphens between words, the style of quotes and dashes, quotes around it and final full stops. */
export const dictatedText: WrittenKind = {
  means: (text, { value, known_as = [] }) =>
    [value, ...known_as].some((name) => withoutHyphens(text) === withoutHyphens(name)),
  spellings: ({ value, known_as = [] }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `${value}.` },
    { writer: 'hurried', text: value.toLowerCase() },
    { writer: 'hurried', text: ` ${value.replaceAll(' ', '  ')} ` },
    { writer: 'model', text: `"${value}"` },
    ...known_as.map((text) => ({ writer: 'hurried' as const, text })),
  ],
  nearMisses: ({ value }) => {
    const letters = value.replace(/[^\p{L}\d]+$/u, '');
    return value === '' ? ['x'] : [`not ${value}`, `${letters}x`, letters.slice(0, -1), ''];
  },
};
