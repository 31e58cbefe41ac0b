import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differingVersions } from './differing-versions.ts';
import { readRecipe, recipeFolder } from './recipe.ts';

test('every id of the image recipe depends on exactly its inputs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  try {
    await cp(recipeFolder, folder, { recursive: true });
    const original = await readRecipe(folder);
    expect(original).toEqual(await readRecipe());
    expect(original.packages).toContain('thunderbird');

    await chmod(join(folder, 'root/usr/local/bin/code'), 0o644);
    const without = await readRecipe(folder);
    expect(without.id).not.toBe(original.id);
    expect(without.packagesLayer).toBe(original.packagesLayer);

    // What is fetched is a part of it: other versions are another image.
    await writeFile(join(folder, 'code-server/package-lock.json'), '{}');
    expect((await readRecipe(folder)).codeLayer).not.toBe(original.codeLayer);
    await cp(join(recipeFolder, 'code-server'), join(folder, 'code-server'), { recursive: true });
    await writeFile(join(folder, 'packages.lock'), 'dash=1\n');
    expect((await readRecipe(folder)).packagesLayer).not.toBe(original.packagesLayer);
    expect((await readRecipe(folder)).id).not.toBe(without.id);

    await writeFile(join(folder, 'packages.txt'), 'dash\n');
    const small = await readRecipe(folder);
    expect(small.packagesLayer).not.toBe(original.packagesLayer);
    expect(small.codeLayer).toBe(original.codeLayer);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every fetched package and file has a version or a hash in the recipe', async () => {
  const { locked, packages, parameters } = await readRecipe();
  const bare = (name: string): string => name.replace(/:.*$/, '');
  expect(packages.map(bare).filter((name) => locked[name] === undefined)).toEqual([]);
  const lock = JSON.parse(await readFile(join(recipeFolder, 'code-server/package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity?: string; resolved?: string }>;
  };
  expect(lock.packages['node_modules/code-server']?.version).toBe(parameters.codeServer);
  const fetched = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  // Whoever builds takes them from his own registry.
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('packages of other versions than the recipe’s are listed', () => {
  expect(differingVersions({ a: '1', b: '2', gone: '3' }, { a: '1', b: '2.1', more: '4' })).toEqual({
    b: { locked: '2', found: '2.1' },
    gone: { locked: '3', found: null },
    more: { locked: null, found: '4' },
  });
});
