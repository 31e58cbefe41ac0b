import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecipe, recipeFolder } from './recipe.ts';

test('every id depends on what it is made of and on nothing else', async () => {
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

    await writeFile(join(folder, 'packages.txt'), 'dash\n');
    const small = await readRecipe(folder);
    expect(small.packagesLayer).not.toBe(original.packagesLayer);
    expect(small.codeLayer).toBe(original.codeLayer);
  } finally {
    await rm(folder, { recursive: true });
  }
});
