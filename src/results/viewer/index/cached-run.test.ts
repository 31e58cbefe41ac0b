import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { fromCached, toCached } from './cached-run.ts';
import { indexRun } from './indexed-run.ts';
import { lookAt } from './result-files.ts';
import { SharedValues } from './shared-values.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cached-run-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const made = (id: string) => {
  const injection = { vector: 'website', goal: 'stop_task' };
  const directory = makeRun(root, { id, category: 'injection', injection, verdict: { success: true, safety: false } });
  return indexRun(directory, root, lookAt(directory, root));
};

it('a cached run round-trips as text', () => {
  const run = made('__a');
  const kept = fromCached(toCached(run), run.directory);
  const undefinedAside = (value: object): unknown => JSON.parse(JSON.stringify(value));
  expect(undefinedAside(kept)).toEqual(undefinedAside(run));
  expect(kept.judgments).toEqual(run.judgments);
});

it('cached runs share equal values, which are immutable', () => {
  const shared = new SharedValues();
  const [a, b] = [made('__a'), made('__b')].map((run) => fromCached(toCached(run), run.directory, shared));
  expect(a?.judgments).toBe(b?.judgments);
  expect(a?.injection).toBe(b?.injection);
  expect(a?.findings).toBe(b?.findings);
  expect(a?.id).not.toBe(b?.id);
  expect(a?.findings).toBeDefined();
  expect(Object.isFrozen(a?.findings)).toBe(true);
});
