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

it('takes the effect judge by name, for short, and where it knows of safety alone', () => {
  makeRun(root, { id: 'a', category: 'misuse', verdict: null });
  expect(() => chooseJudge(resultsIn(root), 'effects')).toThrow('No run was judged by effects.');
  makeRun(root, { id: 'b', category: 'misuse', verdict: null, verdicts: [{ attempted: true, completed: false }] });
  const results = resultsIn(root);
  for (const name of [undefined, 'effects', 'effects/oracle/v1'])
    expect(chooseJudge(results, name)).toBe('effects/oracle/v1');
  expect(() => chooseJudge(results, 'gpt/aer/v3')).toThrow('No run was judged by gpt/aer/v3.');
});

it('says of a folder that is missing that it is missing, and of one without runs that none is in it', () => {
  expect(() => resultsIn(join(root, 'nowhere'))).toThrow(`There is no folder ${join(root, 'nowhere')}.`);
  expect(() => resultsIn(root)).toThrow(`There is no run in ${root}.`);
});
