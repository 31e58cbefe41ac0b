import { expect, it } from 'vitest';
import type { ComputerTurn } from '../models/wire/computer.ts';
import { lastLastingTurn, withRecentPictures } from './recent-pictures.ts';

const picture = { png: new Uint8Array([1]), width: 1, height: 1 };

/** A conversation before the request of this 0-based step: the user's turn, then a reply and its result for each past step. */
function conversation(step: number): ComputerTurn[] {
  const past = Array.from({ length: step }, (): ComputerTurn[] => [
    { kind: 'model', content: [] },
    { kind: 'results', results: [], picture },
  ]);
  return [{ kind: 'user', text: 'Do it.', picture }, ...past.flat()];
}
const requests = (window: number | null, recent: number | null) =>
  Array.from({ length: 50 }, (_, step) => {
    const turns = conversation(step);
    const sent = withRecentPictures(turns, window, recent);
    return { sent, cachePoint: lastLastingTurn(turns, sent, window, recent) };
  });
const pictures = (turns: readonly ComputerTurn[]) =>
  turns.filter((turn) => turn.kind !== 'model' && turn.picture !== null).length;

it('a request contains the pictures of the last 3 to 7 steps and the current one, and every turn', () => {
  const counts = requests(50, 3).map(({ sent }) => pictures(sent));
  expect(counts.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, step) => step + 1));
  expect(counts.slice(8)).toEqual(Array.from({ length: 42 }, (_, at) => 4 + (at % 5)));
  expect(requests(50, 3).map(({ sent }) => sent.length)).toEqual(Array.from({ length: 50 }, (_, step) => 2 * step + 1));
});

it.each([
  ['in blocks', 50, 3],
  ['one at a time', 3, null],
  ['never', null, null],
] as const)(
  'if pictures are dropped %s, the next request repeats the previous one up to its cache breakpoint',
  (_, window, recent) => {
    const all = requests(window, recent);
    for (const [step, { sent, cachePoint }] of all.entries()) {
      const next = all[step + 1]?.sent;
      if (next !== undefined) expect(next.slice(0, cachePoint + 1)).toEqual(sent.slice(0, cachePoint + 1));
    }
  },
);

it('if pictures are dropped in blocks, nearly every cache breakpoint is at the end of its request', () => {
  const atEnd = (window: number | null, recent: number | null) =>
    requests(window, recent).filter(({ sent, cachePoint }) => cachePoint === sent.length - 1).length;
  expect(atEnd(50, 3)).toBe(41);
  expect(atEnd(3, null)).toBeLessThan(5);
});
