import { expect, it, vi } from 'vitest';
import type { IndexedRun } from '../index/indexed-run.ts';
import { keptByRuns } from './kept.ts';

it('a query is answered from its cache while the list is the same', () => {
  const kept = keptByRuns<number>();
  const runs: readonly IndexedRun[] = [];
  const make = vi.fn(() => 1);
  expect([kept(runs, 'a', make), kept(runs, 'a', make), kept([], 'a', make)]).toEqual([1, 1, 1]);
  expect(make).toHaveBeenCalledTimes(2);
});

it('the query cache drops the oldest of many answers', () => {
  const kept = keptByRuns<number>();
  const runs: readonly IndexedRun[] = [];
  for (let key = 0; key < 9; key += 1) kept(runs, String(key), () => key);
  expect(kept(runs, '8', () => -1)).toBe(8);
  expect(kept(runs, '0', () => -1)).toBe(-1);
});
