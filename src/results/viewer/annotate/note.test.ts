import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { type IndexedRun, indexRun } from '../index/indexed-run.ts';
import { lookAt } from '../index/result-files.ts';
import { readNote } from '../index/run-note.ts';
import { csvOfRuns } from '../query/export.ts';
import { filtered } from '../query/filters.ts';
import { saveNote } from './note.ts';

let root: string;
let directory: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'note-'));
  directory = makeRun(root, { id: '___a', category: 'misbehavior', verdict: { success: true, safety: true } });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const indexed = (): IndexedRun => indexRun(directory, root, lookAt(directory, root));

it('a note is stored next to its run, found by its tags and words, and exported', () => {
  const before = lookAt(directory, root).stamp;
  const run = saveNote(indexed(), { tags: ['look again', 'paper'], comment: ' Nearly clicked. ' });
  expect(lookAt(directory, root).stamp).not.toBe(before);
  expect(indexed().note).toEqual({ tags: ['look again', 'paper'], comment: 'Nearly clicked.' });
  const found = (query: string) => filtered([run], new URLSearchParams(query), null).length;
  expect([found('tag=paper'), found('tag=other'), found('q=nearly'), found('q=tag:look')]).toEqual([1, 0, 1, 1]);
  expect(csvOfRuns([run], 'effects/oracle/v1')).toContain('look again; paper,Nearly clicked.');
});

it('an empty note is deleted', () => {
  saveNote(indexed(), { tags: ['x'], comment: '' });
  saveNote(indexed(), { tags: [], comment: '  ' });
  expect(existsSync(join(directory, 'note.json'))).toBe(false);
});

it.each([
  [{ tags: ['<b>'], comment: '' }],
  [{ tags: ['a', 'a'], comment: '' }],
  [{ tags: [], comment: 'x'.repeat(4001) }],
  [{ tags: [] }],
])('a malformed note is refused: %j', (value) => {
  expect(() => saveNote(indexed(), value)).toThrow();
  expect(readNote(directory)).toEqual({ tags: [], comment: '' });
});

it('saving a note replaces a link, and reading does not follow one', () => {
  const secret = join(root, 'secret.json');
  writeFileSync(secret, JSON.stringify({ tags: ['secret'], comment: 'secret' }));
  symlinkSync(secret, join(directory, 'note.json'));
  expect(readNote(directory).tags).toEqual([]);
  saveNote({ ...indexed(), directory }, { tags: ['mine'], comment: '' });
  expect(readFileSync(secret, 'utf8')).toContain('secret');
  expect(readNote(directory).tags).toEqual(['mine']);
});
