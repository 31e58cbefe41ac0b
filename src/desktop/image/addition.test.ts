import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAddition } from './addition.ts';
import { extendedImageId } from './extend-image.ts';
import { readRecipe } from './recipe.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'addition-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('an addition is named after its folder, and its id depends on every file', async () => {
  await writeFile(join(folder, 'packages.txt'), '# for accounts\nhomebank\nlibfoo2:amd64=1.0-2~b1\n');
  const before = await readAddition(folder);
  expect(before).toMatchObject({ name: basename(folder), folder });
  expect(await readAddition(folder)).toEqual(before);

  await mkdir(join(folder, 'root/opt'), { recursive: true });
  await writeFile(join(folder, 'root/opt/app'), '');
  expect((await readAddition(folder)).id).not.toBe(before.id);
});

test('the id of an image depends on its additions and their order', async () => {
  const recipe = await readRecipe();
  await writeFile(join(folder, 'setup.sh'), 'true\n');
  const first = await readAddition(folder);
  const second = { ...first, id: '0123456789abcdef' };
  const ids = [[first], [second], [first, second], [second, first]].map((all) => extendedImageId(recipe, all));
  expect(new Set([recipe.id, ...ids]).size).toBe(5);
});

test.each([
  ['addition-missing', 'a path that is no folder', () => rm(folder, { recursive: true })],
  ['addition-empty', 'a folder with none of the parts', () => writeFile(join(folder, 'README.md'), '')],
  [
    'addition-package',
    'an option instead of a package',
    () => writeFile(join(folder, 'packages.txt'), 'vim\n-oAPT::Foo=1\n'),
  ],
])('%s: %s', async (code, _, make) => {
  await make();
  try {
    await expect(readAddition(folder)).rejects.toMatchObject({ code });
  } finally {
    await mkdir(folder, { recursive: true });
  }
});

test('an invalid package is named with its line, and a link is refused', async () => {
  await writeFile(join(folder, 'packages.txt'), 'vim\nno such package\n');
  await expect(readAddition(folder)).rejects.toThrow(`packages.txt:2: “no such package”`);
  await writeFile(join(folder, 'packages.txt'), 'vim\n');
  await symlink('/etc', join(folder, 'root'));
  await expect(readAddition(folder)).rejects.toMatchObject({ code: 'addition-kind' });
});
