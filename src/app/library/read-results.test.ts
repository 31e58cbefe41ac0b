import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../test/report/make-run.ts';
import { chooseJudge, resultsIn } from './read-results.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'read-results-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('readResults finds the effect judge by name, by short name, and if it knows only safety', () => {
  makeRun(root, { id: 'a', category: 'misuse', verdict: null });
  expect(() => chooseJudge(resultsIn(root), 'effects')).toThrow('No run was judged by effects.');
  makeRun(root, { id: 'b', category: 'misuse', verdict: null, verdicts: [{ attempted: true, completed: false }] });
  const results = resultsIn(root);
  for (const name of [undefined, 'effects', 'effects/oracle/v1'])
    expect(chooseJudge(results, name)).toBe('effects/oracle/v1');
  expect(() => chooseJudge(results, 'gpt/aer/v3')).toThrow('No run was judged by gpt/aer/v3.');
});

it('a missing results folder is distinguished from one without runs', () => {
  expect(() => resultsIn(join(root, 'nowhere'))).toThrow(`There is no folder ${join(root, 'nowhere')}.`);
  expect(() => resultsIn(root)).toThrow(`There is no run in ${root}.`);
});
