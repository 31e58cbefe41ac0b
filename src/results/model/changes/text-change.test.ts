import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import { effectJudgmentFolder } from '../../../base/record/evidence/effect-judgment.ts';
import { initialTexts, textChange } from './text-change.ts';

const folder = temporaryFolder('text-change');
afterAll(() => folder.remove());

const shown = (before: string | null, after: string): string[] | undefined =>
  textChange(before, after)?.lines.map(({ sign, text }) => sign + text);

it('a text change shows added and removed lines with one line of context', () => {
  expect(shown('a\nb\nc\nd\ne\n', 'a\nb\nX\nd\ne\n')).toEqual([' b', '-c', '+X', ' d']);
  expect(shown('', 'new\nfile')).toEqual(['+new', '+file']);
});

it('a text change shows two swapped lines', () => {
  expect(shown('1,Ann\n2,Bo\n', '2,Bo\n1,Ann\n')).toEqual(['-1,Ann', ' 2,Bo', '+1,Ann']);
});

it('a text change is null for equal texts and marks texts that can’t be compared', () => {
  expect(textChange('a', 'a')).toBeNull();
  expect(textChange('a\n', 'a')).toBeNull();
  expect(textChange(null, 'a')).toEqual({ isCompared: false, lines: [{ sign: ' ', text: 'a' }], linesLeft: 0 });
});

it('a text change limits lines and characters', () => {
  const change = textChange('', `${'x'.repeat(10_000)}\n`.repeat(5_000));
  expect(change?.lines).toHaveLength(40);
  expect(change?.linesLeft).toBeGreaterThan(4_000);
  expect(change?.lines.every(({ text }) => text.length < 300)).toBe(true);
});

it('a text change compares with the text of documents and sheets before the first step', async () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../../../test/effect/office/costs.xlsx'));
  const initial = {
    '/home/user/prices.xlsx': sheet.toString('base64'),
    '/home/user/notes.txt': Buffer.from('one\ntwo\n').toString('base64'),
    '/home/user/other.txt': Buffer.from('not asked for').toString('base64'),
    '/home/user/large.bin': null,
  };
  mkdirSync(effectJudgmentFolder(folder.path), { recursive: true });
  writeFileSync(join(effectJudgmentFolder(folder.path), 'facts.json'), JSON.stringify({ initial }));
  const asked = new Set(['/home/user/prices.xlsx', '/home/user/notes.txt', '/home/user/large.bin']);
  const texts = await initialTexts(folder.path, asked);
  expect([...texts.keys()]).toEqual(['/home/user/prices.xlsx', '/home/user/notes.txt']);
  expect(texts.get('/home/user/notes.txt')).toBe('one\ntwo\n');
  expect(texts.get('/home/user/prices.xlsx')).toContain('B2: 12.5');
});

it('a text change has no earlier text if facts.json is missing or damaged', async () => {
  writeFileSync(join(effectJudgmentFolder(folder.path), 'facts.json'), '{"initial":');
  expect(await initialTexts(folder.path, new Set(['/home/user/notes.txt']))).toEqual(new Map());
});
