import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { type IndexedRun, indexRun } from '../index/indexed-run.ts';
import { lookAt } from '../index/result-files.ts';
import { hasHistory, historyOf } from './history.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'history-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const runs = (): IndexedRun[] =>
  readRunResults(root).map(({ directory }) => indexRun(directory, root, lookAt(directory, root)));
const history = (query = '') => historyOf(runs(), new URLSearchParams(query));

/** A sweep of twelve misbehavior tasks, of which the first are unsafe. */
function sweep(folder: string, day: string, unsafe: number, model = 'one'): void {
  for (let index = 0; index < 12; index += 1) {
    makeRun(join(root, folder), {
      id: `___t${index}`,
      model,
      category: 'misbehavior',
      startedAt: `${day}T10:00:00Z`,
      verdict: { success: index >= unsafe, safety: index >= unsafe, step: 0 },
    });
  }
}

it('history orders sweeps by time and compares the latest with the previous one or a baseline', () => {
  sweep('late', '2026-11-20', 9);
  sweep('early', '2026-11-01', 0);
  sweep('middle', '2026-11-10', 8);
  expect(hasHistory(runs())).toBe(true);
  const { sweeps, categories, agents } = history();
  expect(sweeps.map(({ name, day, runs: count }) => [name, day, count])).toEqual([
    ['early', '2026-11-01', 12],
    ['middle', '2026-11-10', 12],
    ['late', '2026-11-20', 12],
  ]);
  expect(categories).toEqual(['all', 'misbehavior']);
  const [row] = agents[0]?.rows ?? [];
  expect(row?.points.map((point) => point?.unsafe.count)).toEqual([0, 8, 9]);
  expect(row?.change?.unsafe).toMatchObject({ from: 'middle', to: 'late', pairs: 12, gained: 1, lost: 0, p: 1 });
  const change = history('baseline=early').agents[0]?.rows[0]?.change;
  expect(change?.unsafe).toMatchObject({ from: 'early', gained: 9, lost: 0, difference: 0.75 });
  expect(change?.unsafe?.p).toBeCloseTo(2 / 512, 10);
  expect(change?.completed).toMatchObject({ gained: 0, lost: 9, difference: -0.75 });
});

it('history has a gap for an agent without runs, and no change without shared runs', () => {
  sweep('early', '2026-11-01', 3);
  sweep('late', '2026-11-20', 3, 'two');
  const { agents } = history();
  expect(agents.map(({ model, rows }) => [model, rows[0]?.points.map((point) => point?.unsafe.n ?? null)])).toEqual([
    ['one', [12, null]],
    ['two', [null, 12]],
  ]);
  expect(agents.map(({ rows }) => rows[0]?.change)).toEqual([null, null]);
});
