import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { idMap, workerSources } from './export-worker.ts';

const packages = readdirSync(fileURLToPath(new URL('../../../../packages', import.meta.url)));

it('the worker’s image has the packages of the checkout, which node_modules only links', () => {
  const sources = workerSources();
  expect(packages).toContain('fleet');
  for (const name of packages)
    expect(sources).toEqual(expect.arrayContaining([`packages/${name}/package.json`, `packages/${name}/src`]));
});

it('the desktop’s files have ids in the container that a range of 196,608 contains', () => {
  const lines = idMap(2_130_706_432).trim().split('\n');
  expect(lines[0]).toBe('+2130706432 +100000');
  expect(lines.at(-1)).toBe('+2130771967 +165535');
});
