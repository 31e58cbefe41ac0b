import { expect, it, vi } from 'vitest';
import { inTurns, nextTurn } from './event-loop.ts';

const work = (milliseconds: number): void => {
  for (const start = performance.now(); performance.now() - start < milliseconds; );
};

/** Counts the turns of the event loop while something is done. */
async function turnsDuring(action: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await action();
  isOver = true;
  return turns;
}

it('inTurns yields every entry in order and lets other work run in between', async () => {
  const seen: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const value of inTurns([1, 2, 3, 4])) {
      work(25);
      seen.push(value);
    }
  });
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('nextTurn resumes one caller per turn, in order of arrival', async () => {
  const seen: number[] = [];
  const turns = await turnsDuring(() =>
    Promise.all([1, 2, 3, 4, 5].map((caller) => nextTurn().then(() => seen.push(caller)))),
  );
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('consecutive loops share one turn', async () => {
  let clock = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const turns = await turnsDuring(async () => {
    for (let loop = 0; loop < 10; loop += 1) for await (const _ of inTurns([1])) clock += 15;
  });
  now.mockRestore();
  expect(turns).toBeGreaterThanOrEqual(5);
});
