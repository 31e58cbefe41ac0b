import { expect, it } from 'vitest';
import { sampleRuns } from './sample-runs.ts';

const runs = Array.from({ length: 200 }, (_, index) => ({
  domain: 'os',
  taskId: `t${index}`,
  injection: null,
  repeat: 1,
}));
const ids = (size: number | undefined, seed: number): string[] =>
  sampleRuns(runs, size, seed).map(({ taskId }) => taskId);

it('a sample of runs is the same for the same seed, in plan order', () => {
  expect(ids(20, 1)).toHaveLength(20);
  expect(ids(20, 1)).toEqual(ids(20, 1));
  expect(ids(20, 1)).not.toEqual(ids(20, 2));
  const places = ids(20, 1).map((id) => Number(id.slice(1)));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  // A sample from all over, not the first ones.
  expect(Math.max(...places)).toBeGreaterThan(100);
});

it('a smaller sample is part of a larger one, and without a sample all runs are planned', () => {
  const larger = ids(50, 3);
  expect(ids(20, 3).every((id) => larger.includes(id))).toBe(true);
  expect(ids(undefined, 3)).toHaveLength(200);
  expect(ids(500, 3)).toHaveLength(200);
});
