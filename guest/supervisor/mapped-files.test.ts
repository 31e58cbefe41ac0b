import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mappedFiles } from './mapped-files.ts';

/** Maps a file and anonymous shared memory for writing, and prints both inode numbers. */
const program = `
import mmap, os, sys
paper = open(sys.argv[1], 'w+b')
paper.truncate(4096)
memory = os.memfd_create('shared')
os.ftruncate(memory, 4096)
maps = [mmap.mmap(paper.fileno(), 4096), mmap.mmap(memory, 4096)]
print(os.fstat(memory).st_ino, flush=True)
sys.stdin.read()
`;

it('a mapped file is one that may have changed, and shared memory is not taken for a file with its inode number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-mapped-'));
  const path = join(folder, 'paper.txt');
  const child = spawn('python3', ['-c', program, path]);
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const mapped = mappedFiles([child.pid ?? 0]);
    if (mapped === 'all') throw new Error('The mappings were not read.');
    const memory = Number(printed.toString());
    const { ino } = statSync(path);
    expect(mapped.has(ino, 'other')).toBe(true);
    expect(mapped.has(-1, 'paper.txt')).toBe(true);
    if (memory !== ino) expect(mapped.has(memory, '.profile')).toBe(false);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
