import { expect, it } from 'vitest';
import { growth, processorMs } from '../../../../test/processor-time.ts';
import type { FileEvent } from './events.ts';
import { foldFolders } from './fold.ts';
import { withMoves } from './moves.ts';

const state = (path: string, hash: string) =>
  ({ path, type: 'file', size: 5, hash, mode: 0o644, uid: 1, gid: 1, mtimeMs: 1 }) as const;

function moved(count: number, hash: (at: number) => string): FileEvent[] {
  return Array.from({ length: count }, (_, at): FileEvent[] => {
    const from = `/a/${at % 300}/${at}.txt`;
    const to = `/b/${at % 300}/${at}.txt`;
    return [
      { kind: 'deleted', path: from, before: state(from, hash(at)), after: null },
      { kind: 'created', path: to, before: null, after: state(to, hash(at)) },
    ];
  }).flat();
}

it.each([
  ['of different contents', (at: number) => `${at}`],
  ['of one content', () => 'same'],
])(
  'joining 60,000 moved files %s takes linear time',
  async (_, hash) => {
    const joining = (count: number) => {
      const events = moved(count, hash);
      return async () => foldFolders(await withMoves(events));
    };
    const joined = await joining(60_000)();
    expect(
      joined.filter((event) => event.kind === 'moved' && event.to === event.path.replace('/a/', '/b/')),
    ).toHaveLength(60_000);
    expect(await processorMs(joining(60_000), 1)).toBeLessThan(5_000);
    expect(await growth(joining, 15_000, 3)).toBeLessThan(10);
  },
  240_000,
);
