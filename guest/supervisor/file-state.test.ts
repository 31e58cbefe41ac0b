import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileStateReader, statOf } from './file-state.ts';
import { walk } from './tree-walk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a folder that turns into something else while it is walked costs nothing but itself', () => {
  for (const name of ['a', 'b']) {
    mkdirSync(join(folder, name));
    for (const file of ['1', '2']) writeFileSync(join(folder, name, file), '');
  }
  const seen: string[] = [];
  walk(folder, '', (here, path) => {
    const stat = statOf(here);
    seen.push(`${path}${stat === null ? ' gone' : ''}`);
    // As an agent that deletes everything does: the folder goes, and a mark that is no folder takes its name.
    if (path === '/b/1') {
      rmSync(join(folder, 'b'), { recursive: true });
      writeFileSync(join(folder, 'b'), '');
    }
    return stat?.isDirectory() === true;
  });
  expect(seen.toSorted()).toEqual(['/a', '/a/1', '/a/2', '/b', '/b/1', '/b/2 gone']);
});

it('a last scan reads every file again, whatever its times say', () => {
  const path = join(folder, 'large');
  writeFileSync(path, Buffer.alloc(200_000, 'a'));
  const stat = statSync(path);
  const reader = new FileStateReader();
  const before = reader.fromStat(path, '/large', stat);
  // As through a mapping that was let go: neither size nor times are others.
  writeFileSync(path, Buffer.alloc(200_000, 'b'));
  reader.startScan({ has: () => false });
  expect(reader.fromStat(path, '/large', stat)).toEqual(before);
  reader.startScan('all');
  expect(reader.fromStat(path, '/large', stat)).not.toEqual(before);
});
