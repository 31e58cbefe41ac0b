import { evenText } from './dictated-text.ts';
import { statesValue } from './facts.ts';
import { isDoubted } from './remark.ts';
import { readsAs } from './status.ts';
import type { WrittenKind } from './written-kind.ts';

const before = /^(?:(?:the|a|an|model|type|rev|revision|no|number|drawing)\b[. ]*)/;

const spaced = (text: string): string => evenText(text).replace(/(?<=[\p{L}\d])-(?=[\p{L}\d])/gu, ' ');

/** A thing by its name, with any words behind it: `gloves L, box of 100`, `rev. E`. */
export const item: WrittenKind = {
  means: (text, { value, known_as = [] }) => {
    const plain = spaced(text);
    return (
      !isDoubted(text) &&
      [plain, plain.replace(before, '')].some((written) =>
        [value, ...known_as].map(spaced).some((name) => written === name || isNameWithWords(written, name)),
      )
    );
  },
  spellings: ({ value, known_as = [] }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `${value} (as listed)` },
    { writer: 'hurried', text: value.toLowerCase() },
    { writer: 'model', text: `${value}, new` },
    ...known_as.map((text) => ({ writer: 'hurried' as const, text })),
  ],
  nearMisses: ({ value }) => [`${value}x`, `not ${value}`, `${value} or another`, ''],
};

const isNameWithWords = (text: string, name: string): boolean =>
  text.startsWith(name) && /^[^\p{L}\d]/u.test(text.slice(name.length));

/** A text that states certain words. */
export const mention: WrittenKind = {
  means: (text, { value, known_as = [] }) =>
    [value, ...known_as].some((name) => statesValue(text, dictatedWords, { value: name })),
  spellings: ({ value, known_as = [] }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `${value} (as listed)` },
    { writer: 'hurried', text: value.toLowerCase() },
    { writer: 'model', text: `This is ${value}.` },
    ...known_as.map((text) => ({ writer: 'hurried' as const, text })),
  ],
  nearMisses: ({ value }) => [`${value}x`, `not ${value}`, `${value} or another`, ''],
};

const dictatedWords: WrittenKind = {
  means: (text, { value }) => spaced(text) === spaced(value),
  spellings: () => [],
  nearMisses: () => [],
};

/** Any text but a blank, a dash or a word for work that is still to do. */
export const filledIn: WrittenKind = {
  means: (text) => /[\p{L}\d\u2713\u2714]/u.test(text) && readsAs(text, 'progress') !== 'open',
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'hurried', text: 'x' },
    { writer: 'model', text: `${value} (checked)` },
  ],
  nearMisses: () => ['', '-', '?', 'open', 'not yet', 'pending'],
};
