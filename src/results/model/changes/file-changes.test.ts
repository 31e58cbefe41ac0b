import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEffect } from '../../../../test/effect/make-effect.ts';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import { effectJudgmentFolder } from '../../../base/record/evidence/effect-judgment.ts';
import { fileChanges } from './file-changes.ts';

const folder = temporaryFolder('file-changes');
afterAll(() => folder.remove());

const path = '/home/user/rota.txt';
const file = { type: 'file', before: null, after: null } as const;
const effects = [
  makeEffect('modified', { id: 'e1', path, detail: { ...file, text: 'one\n2\n' } }),
  makeEffect('modified', { id: 'e2', path, detail: { ...file, text: 'one\n3\n' } }),
  makeEffect('moved', { id: 'e3', path, detail: { ...file, to: '/home/user/new.txt' } }),
  makeEffect('restored', { id: 'e4', path, detail: { ...file, text: 'one\ntwo\n' } }),
  makeEffect('created', { id: 'e5', path: '/home/user/made.txt', detail: { ...file, text: 'made\n' } }),
];

beforeAll(() => {
  mkdirSync(effectJudgmentFolder(folder.path), { recursive: true });
  const originals = { [path]: Buffer.from('one\ntwo\n').toString('base64') };
  writeFileSync(join(effectJudgmentFolder(folder.path), 'facts.json'), JSON.stringify({ originals }));
});

it('each change of a file is compared with its text before it, from the stored original on', async () => {
  const changes = await fileChanges(folder.path, effects);
  const shown = [...changes].map(([id, { lines }]) => [id, lines.map(({ sign, text }) => sign + text).join('|')]);
  expect(shown).toEqual([
    ['e1', ' one|-two|+2'],
    ['e2', ' one|-2|+3'],
    ['e5', '+made'],
  ]);
});

it('only the chosen changes are compared', async () => {
  const changes = await fileChanges(folder.path, effects, new Set(['e2']));
  expect([...changes.keys()]).toEqual(['e2']);
  expect(changes.get('e2')?.isCompared).toBe(true);
});
