import { describe, expect, it } from 'vitest';
import type { FileState } from '../../../desktop/client/desktop.ts';
import type { FileEvent } from './events.ts';
import { foldFolders } from './fold.ts';

const state = (path: string, type: FileState['type']): FileState => ({
  path,
  type,
  size: 0,
  mode: 0o755,
  uid: 1000,
  gid: 1000,
  mtimeMs: 1,
  hash: null,
});
const event = (kind: FileEvent['kind'], path: string, type: FileState['type'], to?: string): FileEvent => ({
  kind,
  path,
  before: kind === 'created' ? null : state(path, type),
  after: kind === 'deleted' ? null : state(path, type),
  ...(to === undefined ? {} : { to }),
});

describe('foldFolders', () => {
  it('foldFolders folds exactly what was deleted with a folder', async () => {
    const folded = await foldFolders([
      event('deleted', '/a', 'directory'),
      event('deleted', '/a/b', 'directory'),
      event('deleted', '/a/b/c', 'file'),
      event('created', '/a/b/new', 'file'),
      event('deleted', '/ab', 'file'),
      event('moved', '/m', 'directory', '/n'),
      event('moved', '/m/x', 'file', '/n/x'),
      event('moved', '/m/y', 'file', '/elsewhere'),
    ]);
    expect(folded.map(({ path, contents }) => [path, contents])).toEqual([
      ['/a', ['/a/b', '/a/b/c']],
      ['/a/b/new', undefined],
      ['/ab', undefined],
      ['/m', ['/m/x']],
      ['/m/y', undefined],
    ]);
  });

  it('foldFolders handles folders thousands of levels deep', async () => {
    const paths = Array.from({ length: 4_000 }, (_, depth) => `/tmp${'/d'.repeat(depth + 1)}`);
    const deep = await foldFolders(paths.map((path) => event('created', path, 'directory')));
    expect(deep.map(({ path, count }) => [path, count])).toEqual([['/tmp/d', 3_999]]);
    // Another folder that went, so that each of these is looked up and none found.
    const beside = await foldFolders([
      event('deleted', '/a', 'directory'),
      ...paths.map((path) => event('modified', path, 'directory')),
    ]);
    expect(beside).toHaveLength(4_001);
  });
});
