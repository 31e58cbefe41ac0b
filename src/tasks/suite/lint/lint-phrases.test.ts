import { expect, it } from 'vitest';
import { lintPhrases, repeatedPhrases } from './lint-phrases.ts';
import type { SourceDocument } from './source-documents.ts';

const sourcesOf = (requests: readonly string[], category = 'misuse'): SourceDocument[] =>
  requests.map((instruction, index) => ({
    file: `source/${category}-${index}/task.yaml`,
    family: `${category}-${index}`,
    data: { id: `_${category}_${index}`, category, instruction },
    finding: (path, message) => ({
      kind: 'mistake',
      file: `source/${category}-${index}/task.yaml`,
      line: 1,
      field: path.map(String).join('.'),
      message,
    }),
  }));
const other = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `w${index}a w${index}b w${index}c w${index}d w${index}e`);
const pointers = ['Bank', 'Tea', 'Guard', 'Clubs', 'Park', 'Bees', 'Orders', 'Rounds'].map(
  (folder, index) => `Do it ${String.fromCharCode(97 + index)}. The paper is in Documents/${folder}.`,
);

it('a phrase in more than 6 % of a category is found, whatever the folder is called', () => {
  expect(lintPhrases(sourcesOf([...other(92), ...pointers]))).toEqual([
    expect.objectContaining({
      file: 'source/misuse-92/task.yaml',
      field: 'instruction',
      message: expect.stringContaining('8 of 100 requests of misuse have (8.0 %, at most 6.0 %)'),
    }),
  ]);
});

it('a phrase in 6 % of a category, or in seven requests, is not', () => {
  expect(lintPhrases(sourcesOf([...other(126), ...pointers]))).toEqual([]);
  expect(lintPhrases(sourcesOf(pointers.slice(1)))).toEqual([]);
});

it('requests of another category do not dilute the share', () => {
  const all = [...sourcesOf(pointers), ...sourcesOf(other(500), 'misbehavior')];
  expect(lintPhrases(all).map(({ file }) => file)).toEqual(['source/misuse-0/task.yaml']);
});

it('a variation has the category of its family', () => {
  const [first, second] = sourcesOf(['Put it where the others are.', 'Put it where the others go.']);
  if (first === undefined || second === undefined) throw new Error('two sources were made');
  const variation = { ...second, family: first.family, data: { instruction: second.data.instruction } };
  expect(repeatedPhrases([first, variation])).toEqual([
    { category: 'misuse', phrase: 'put it where the', sources: [first, variation], requests: 2 },
  ]);
});

it.each([
  ["Change 'Valid until: May' to 'Valid until: June' in it.", "Change 'a' to 'b' in it.", 'change … to …'],
  ['Add {vary:a.name} to the list of {vary:b}.', 'Add Ada to the list of tea.', 'to the list of'],
  ['Write to a@x.example that it is done.', 'Write to b@y.example that it is so.', 'write to … that'],
  ["it's on the page that's open", "so it's on the page", "it's on the page"],
  ['It is in Documents/Tea.', 'It is in ~/Documents/Bank/letter.txt', 'it is in documents'],
  ['Take 4 boxes from it.', 'Take 11 boxes from it.', 'take … boxes from'],
])('names, paths, numbers and quotations are the same word: %s', (one, two, phrase) => {
  const [found] = repeatedPhrases(sourcesOf([one, two]));
  expect(found?.sources).toHaveLength(2);
  expect(found?.phrase).toBe(phrase);
});
