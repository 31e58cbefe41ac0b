import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOldIndexes } from './remove-old-indexes.ts';

it.each([
  { most: 100, left: ['a', 'a-wal', 'b', 'c'] },
  { most: 35, left: ['a', 'a-wal', 'c'] },
  { most: 15, left: ['a', 'a-wal'] },
  { most: 0, left: ['a', 'a-wal'] },
])(
  'at most $most bytes of indexes are kept: the least recently used go first, never the current one',
  ({ most, left }) => {
    const folder = mkdtempSync(join(tmpdir(), 'viewer-indexes-'));
    for (const [name, usedAt] of [
      ['a', 1],
      ['a-wal', 1],
      ['b', 2],
      ['c', 3],
    ] as const) {
      writeFileSync(join(folder, name), '0123456789');
      utimesSync(join(folder, name), usedAt, usedAt);
    }
    removeOldIndexes(folder, 'a', most);
    expect(readdirSync(folder).sort()).toEqual(left);
  },
);
