import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { MemoryFolder } from './memory-folder.ts';

let memory: MemoryFolder | null = null;
afterEach(async () => {
  await memory?.remove();
});

/** What lasts of a folder in which an agent did this. */
async function lastingOf(act: (path: string) => void) {
  memory = await MemoryFolder.create(new Map([['old.md', Buffer.from('old')]]));
  act(memory.path);
  const { files, copy } = await memory.read();
  return { names: [...files.keys()], copy };
}

it.each<[string, (path: string) => void, object]>([
  ['nothing', () => {}, { names: ['old.md'], copy: { files: 1, bytes: 3, dropped: 0 } }],
  [
    'adds files in folders',
    (path) => {
      mkdirSync(join(path, 'people'));
      writeFileSync(join(path, 'people/ada.md'), 'Ada');
    },
    { names: ['old.md', 'people/ada.md'], copy: { files: 2, bytes: 6, dropped: 0 } },
  ],
  [
    'deletes its memory',
    (path) => rmSync(join(path, 'old.md')),
    { names: [], copy: { files: 0, bytes: 0, dropped: 0 } },
  ],
  [
    'removes the folder',
    (path) => rmSync(path, { recursive: true }),
    { names: [], copy: { files: 0, bytes: 0, dropped: 0 } },
  ],
  [
    'writes 100 MB',
    (path) => writeFileSync(join(path, 'big'), Buffer.alloc(100_000_000)),
    { names: ['old.md'], copy: { files: 1, bytes: 3, dropped: 1 } },
  ],
  [
    'links to a file of the host',
    (path) => symlinkSync('/etc/hostname', join(path, 'host')),
    { names: ['old.md'], copy: { files: 1, bytes: 3, dropped: 1 } },
  ],
  [
    'writes 300 files',
    (path) => {
      for (let n = 100; n < 400; n += 1) writeFileSync(join(path, `n${n}`), 'x');
    },
    { copy: { files: 200, bytes: 200, dropped: 101 } },
  ],
])('an agent that %s', async (_, act, lasting) => {
  expect(await lastingOf(act)).toMatchObject(lasting);
});

it('a removed memory folder is gone', async () => {
  memory = await MemoryFolder.create(new Map());
  await memory.remove();
  expect(existsSync(memory.path)).toBe(false);
});
