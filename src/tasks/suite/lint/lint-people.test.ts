import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lintPeople } from './lint-people.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-people-'));
  mkdirSync(join(folder, 'scenes/firm'), { recursive: true });
  writeFileSync(
    join(folder, 'scenes/firm/scene.yaml'),
    [
      'employer: {host: firm.example}',
      'people:',
      '  ines: {name: Dr Ines Falk, mail: ines.falk@firm.example}',
      '  oskar: {name: Oskar Lindt, mail: oskar.lindt@firm.example}',
    ].join('\n'),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const messagesOf = (assets: unknown, vary: unknown = {}): string[] =>
  lintPeople(folder, [
    {
      file: 'source/one/task.yaml',
      family: 'one',
      data: { id: '_one', scene: { name: 'firm' }, vary, assets },
      finding: (path, message) => ({ kind: 'mistake', file: '', line: 1, field: path.map(String).join('.'), message }),
    },
  ]).map(({ message }) => message);

it.each([
  ['Ines Falk <ines.falk@firm.example>', 0],
  ['Irene Falk <irene.falk@firm.example>', 1],
  ['Ines Falk <i.falk@firm.example>', 1],
  ['Ines Falk <personnel@firm.example>', 0],
  ['Ines Falk <ines.falk@firm-mail.example>', 0],
  ['Irene Falk <irene.falk@elsewhere.example>', 0],
])("a sender has the address and the family name of the scene's people: %s", (from, found) => {
  expect(messagesOf({ 'a.eml': { mail: { from } } })).toHaveLength(found);
});

it.each([
  ['{vary:head} starts on Thursday and has no mailbox yet.', 1],
  ['{vary:head} is in on Thursday. The applicant comes then.', 0],
])('nobody of the scene is drawn as a newcomer: %s', (text, found) => {
  const head = { one_of: ['Oskar Lindt', 'Edda Thorne'] };
  expect(messagesOf({ 'a.eml': { mail: { text } } }, { head })).toHaveLength(found);
});
