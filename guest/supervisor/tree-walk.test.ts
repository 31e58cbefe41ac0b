import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { statOf } from './file-state.ts';
import { bytesOf, nameOf } from './names.ts';
import { type WalkLimits, walk } from './tree-walk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tree-walk-'));
});
afterEach(() => {
  // Node's own rm takes no path that is too long.
  execFileSync('rm', ['-rf', folder]);
});

function pathsOf(limits?: WalkLimits): { paths: string[]; left: [string, number][] } {
  const paths: string[] = [];
  const left: [string, number][] = [];
  walk(
    folder,
    '/top',
    (here, path) => {
      paths.push(path);
      const stat = statOf(here);
      expect(stat).not.toBeNull();
      return stat?.isDirectory() === true;
    },
    { ...(limits === undefined ? {} : { limits }), unsearched: (path, entries) => left.push([path, entries]) },
  );
  return { paths, left };
}

/** Makes nested folders of these names by going into each, as a path of that length can't be given. */
const nest = (count: number, name: string) =>
  execFileSync('python3', [
    '-c',
    `import os\nos.chdir(${JSON.stringify(folder)})\nfor turn in range(${count}):\n    os.mkdir('${name}'); os.chdir('${name}')\nopen('end', 'w').write('x')`,
  ]);

it('a tree walk finds the nearest entries first and follows no link', () => {
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, 'a/b/c'), '');
  writeFileSync(join(folder, 'z'), '');
  symlinkSync('/', join(folder, 'link'));
  expect(pathsOf().paths).toEqual(['/top/a', '/top/link', '/top/z', '/top/a/b', '/top/a/b/c']);
});

it.each([
  [20, 'd'.repeat(200), 4024],
  [60, 'd'.repeat(200), 12_064],
  [3000, 'd', 6004],
])('a tree walk reaches the end of %i nested folders', (count, name, length) => {
  nest(count, name);
  const { paths, left } = pathsOf();
  expect(paths.length).toBe(count + 1);
  expect(paths.at(-1)).toMatch(/\/end$/);
  expect(paths.at(-1)?.length).toBe(4 + count * (name.length + 1) + 4);
  expect(length).toBeGreaterThan(4000);
  expect(left).toEqual([]);
});

it('a tree walk reports what is beyond its limits and finds everything nearer', () => {
  nest(200, 'd'.repeat(200));
  writeFileSync(join(folder, 'near'), '');
  const { paths, left } = pathsOf();
  expect(paths).toContain('/top/near');
  expect(left.map(([, entries]) => entries)).toEqual([1]);
  expect(Math.max(...paths.map((path) => path.length))).toBeLessThanOrEqual(16_388);
  for (let turn = 0; turn < 20; turn += 1) writeFileSync(join(folder, `file-${turn}`), '');
  const few = pathsOf({ longestPath: 100, letters: 1000, entries: 5 });
  expect(few.paths.length).toBe(5);
  expect(few.left.reduce((sum, [, entries]) => sum + entries, 0)).toBeGreaterThanOrEqual(16);
});

it('a tree walk gives each name that is not UTF-8 a distinct name and finds it again by that', () => {
  const names = [
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xff, 0xfd]),
    Buffer.from('größe \u{1f600}'),
    Buffer.from([0x61, 0xc3]),
  ];
  for (const name of names) {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), '');
    expect(Buffer.from(bytesOf(nameOf(name)) as string)).toEqual(name);
    expect(JSON.parse(JSON.stringify(nameOf(name)))).toBe(nameOf(name));
  }
  const { paths } = pathsOf();
  expect(paths.sort()).toEqual(
    ['/top/a\udcc3', '/top/größe \u{1f600}', '/top/\udcff\udcfd', '/top/\udcff\udcfe'].sort(),
  );
});

it('a tree walk does not follow a folder that is replaced by a link meanwhile', () => {
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/in'), '');
  const paths: string[] = [];
  walk(folder, '', (_here, path) => {
    paths.push(path);
    if (path !== '/a') return false;
    rmSync(join(folder, 'a'), { recursive: true });
    symlinkSync('/etc', join(folder, 'a'));
    return true;
  });
  expect(paths).toEqual(['/a']);
});
