import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('gives every entry in order, and others their turn in between', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  for await (const value of inTurns([1, 2, 3, 4])) {
    for (const start = performance.now(); performance.now() - start < 25; );
    seen.push(value);
  }
  isOver = true;
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(turns).toBeGreaterThanOrEqual(3);
});
