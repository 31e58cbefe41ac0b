import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
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

it('a folder replaced during a scan affects nothing but itself', () => {
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

it('the last scan reads every file again, whatever its timestamps', () => {
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

it('an inode is read once per scan, and files over the budget are counted as unread', () => {
  const budget = { bytes: 2 ** 20, holes: 2 ** 20, milliseconds: 60_000 };
  const path = join(folder, 'large');
  writeFileSync(path, Buffer.alloc(700_000, 'a'));
  const reader = new FileStateReader(budget);
  const links = Array.from({ length: 50 }, (_, at) => join(folder, `link-${at}`));
  for (const link of links) linkSync(path, link);
  const hashes = links.map((link) => reader.read(link, '/link')?.hash);
  expect(new Set(hashes).size).toBe(1);
  expect([hashes[0], reader.unread]).toEqual([expect.any(String), 0]);
  for (const [at, name] of ['sparse-1', 'sparse-2'].entries()) {
    writeFileSync(join(folder, name), 'x');
    truncateSync(join(folder, name), 900_000);
    expect(reader.read(join(folder, name), `/${name}`)?.hash === null).toBe(at === 1);
  }
  expect(reader.unread).toBe(1);
  // The next scan goes on where this one ended, and what it knows it keeps.
  reader.startScan(null);
  expect(reader.read(join(folder, 'sparse-1'), '/sparse-1')?.hash).toEqual(expect.any(String));
  expect(reader.read(join(folder, 'sparse-2'), '/sparse-2')?.hash).toEqual(expect.any(String));
  expect(reader.unread).toBe(0);
  reader.startScan('all');
  expect(reader.read(path, '/large')?.hash).toBe(hashes[0]);
  writeFileSync(join(folder, 'other'), Buffer.alloc(700_000, 'b'));
  expect(reader.read(join(folder, 'other'), '/other')?.hash).toBeNull();
  expect(reader.unread).toBe(1);
});
