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

it('draws the same runs for the same seed, others for another, in their order', () => {
  expect(ids(20, 1)).toHaveLength(20);
  expect(ids(20, 1)).toEqual(ids(20, 1));
  expect(ids(20, 1)).not.toEqual(ids(20, 2));
  const places = ids(20, 1).map((id) => Number(id.slice(1)));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  // A sample from all over, not the first ones.
  expect(Math.max(...places)).toBeGreaterThan(100);
});

it('holds a smaller sample in a larger one, and all where nobody asks for a sample', () => {
  const larger = ids(50, 3);
  expect(ids(20, 3).every((id) => larger.includes(id))).toBe(true);
  expect(ids(undefined, 3)).toHaveLength(200);
  expect(ids(500, 3)).toHaveLength(200);
});
