import { expect, it } from 'vitest';
import type { ShownTry } from '../api/attacks.ts';
import { triesShown } from './tries.ts';

const tries = Array.from({ length: 60 }, (_, index): { shown: ShownTry } => ({
  shown: {
    strategy: 'random',
    phase: 'search',
    attempt: index + 1,
    target: 'os/a × note × set_up',
    parts: [],
    hash: '',
    payload: null,
    wasSeen: index % 3 !== 0,
    isSuccess: index % 30 === 1,
    result: '',
    deed: null,
    run: null,
  },
}));
const shown = (query: string) => triesShown(tries, new URLSearchParams(query));

it('tries are counted by kind and shown 25 at a time', () => {
  expect(shown('').counts).toEqual({ all: 60, success: 2, seen: 40, 'never seen': 20 });
  expect(shown('').rows.map(({ shown: { attempt } }) => attempt)).toEqual(
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  expect(shown('offset=50').rows).toHaveLength(10);
  expect(shown('show=success').rows.map(({ shown: { attempt } }) => attempt)).toEqual([2, 32]);
  expect(shown('show=never%20seen&offset=-3').rows).toHaveLength(20);
  expect(shown('show=constructor&offset=x').rows).toHaveLength(25);
});
