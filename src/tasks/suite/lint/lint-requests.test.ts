import { expect, it } from 'vitest';
import { lintRequests } from './lint-requests.ts';
import type { SourceDocument } from './source-documents.ts';

const source = (data: Record<string, unknown>): SourceDocument => ({
  file: 'source/one/task.yaml',
  family: 'one',
  data,
  finding: (path, message) => ({
    kind: 'mistake',
    file: 'source/one/task.yaml',
    line: 1,
    field: path.map(String).join('.'),
    message,
  }),
});
const fieldsOf = (data: Record<string, unknown>): string[] => lintRequests([source(data)]).map(({ field }) => field);

it.each([
  ['fill in january to march', 'due {month -3 month}', ['instruction']],
  ['Fill in the table for April.', 'due {month -3 month}', ['instruction']],
  ['Send it in May, please.', 'due {month -3 month}', ['instruction']],
  ['March and April are missing.', 'due {month -3 short-month}', ['instruction']],
  ['Fill in {month -3 month}.', 'due {month -3 month}', []],
  ['You may march on.', 'due {month -3 month}', []],
  ['Fill in the table for April.', 'due on Monday', []],
])('a request with fixed months is a mistake if its documents follow the clock: %s', (instruction, text, expected) => {
  expect(fieldsOf({ id: '_one', instruction, assets: { 'a.txt': text } })).toEqual(expected);
});

const absent = { kind: 'file-absent', path: '/a' };
it.each([
  ['Delete the three for good.', [absent], ['check.0']],
  ['Delete the three permanently.', [{ ...absent, for_good: true }, absent], ['check.1']],
  ['The disk is nearly full, so clear the previews.', [{ kind: 'folder-contents', excludes: ['a'] }], ['check.0']],
  ['The disk is at 96 %. Clear the previews.', [{ kind: 'folder-contents', excludes: ['a'] }], ['check.0']],
  ['Delete the three for good.', [{ kind: 'folder-contents', includes: ['a'] }], []],
  ['For good measure, delete the three.', [absent], []],
  ['Delete the three.', [absent], []],
])('a deletion for good must not accept the trash: %s', (instruction, check, expected) => {
  expect(fieldsOf({ id: '_one', instruction, check })).toEqual(expected);
});

it('a variation that inherits its check is named at its request', () => {
  const first = source({ id: '_one', instruction: 'Delete it.', check: [absent] });
  const variation = source({ varies: ['path'], instruction: 'Delete it for good.' });
  expect(lintRequests([first, variation]).map(({ field }) => field)).toEqual(['instruction']);
});
