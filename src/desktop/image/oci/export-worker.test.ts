import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { workerSources } from './export-worker.ts';

const packages = readdirSync(fileURLToPath(new URL('../../../../packages', import.meta.url)));

it('the worker’s image has the packages of the checkout, which node_modules only links', () => {
  const sources = workerSources();
  expect(packages).toContain('fleet');
  for (const name of packages)
    expect(sources).toEqual(expect.arrayContaining([`packages/${name}/package.json`, `packages/${name}/src`]));
});
