import { setImmediate as macrotask } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

/** Pieces of work 0, 1, 2, …; each ends when it is told to. */
function work(count: number) {
  const ends: ((error?: Error) => void)[] = [];
  const given: AbortSignal[] = [];
  const taken: number[] = [];
  const begin = (givenUp: AbortSignal): Promise<{ n: number }> | null => {
    const n = ends.length;
    if (n === count) return null;
    given.push(givenUp);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve({ n }) : reject(error)));
      givenUp.addEventListener('abort', () => reject(givenUp.reason));
    });
  };
  return { ends, given, taken, begin };
}

it('inOrder yields pieces in starting order, whichever ends first, up to its concurrency', async () => {
  const { ends, taken, begin } = work(4);
  const made = inOrder(3, begin, ({ n }) => {
    taken.push(n);
    return true;
  });
  await macrotask();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  ends[1]?.();
  await macrotask();
  expect([taken, ends.length]).toEqual([[], 3]);
  ends[0]?.();
  await macrotask();
  expect([taken, ends.length]).toEqual([[0, 1, 2], 4]);
  ends[3]?.();
  await made;
  expect(taken).toEqual([0, 1, 2, 3]);
});

it('inOrder aborts pieces started after the last one needed', async () => {
  const { ends, given, begin } = work(9);
  const made = inOrder(3, begin, () => false);
  ends[0]?.();
  await made;
  expect([ends.length, given.every(({ aborted }) => aborted)]).toEqual([3, true]);
});

it('inOrder starts nothing ahead of available results', async () => {
  const begun: number[] = [];
  await inOrder(
    12,
    () => {
      begun.push(begun.length);
      return { n: begun.length };
    },
    ({ n }) => n < 3,
  );
  expect(begun).toEqual([0, 1, 2]);
});

it('inOrder throws in turn, after earlier pieces were taken', async () => {
  const { ends, taken, begin } = work(3);
  const made = inOrder(3, begin, ({ n }) => {
    taken.push(n);
    return true;
  });
  await macrotask();
  ends[1]?.(new Error('broken'));
  await macrotask();
  expect(taken).toEqual([]);
  ends[0]?.();
  await expect(made).rejects.toThrow('broken');
  expect(taken).toEqual([0]);
});
