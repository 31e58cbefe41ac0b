import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bundledPrograms, type ProgramSources, stopBundler } from './bundled-programs.ts';

/** One for all: a process notes each cache that it uses until it ends. */
const cache = mkdtempSync(join(tmpdir(), 'osharm-bundles-cache-'));
let folder: string;
let sources: ProgramSources;

beforeAll(() => {
  vi.stubEnv('OSHARM_CACHE', cache);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stopBundler();
  rmSync(cache, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-bundles-'));
  writeFileSync(join(folder, 'main.ts'), `import { word } from './word.ts';\nconsole.log(word);\n`);
  writeFileSync(join(folder, 'word.ts'), `export const word = 'one';\n`);
  writeFileSync(join(folder, 'part.py'), 'print(1)\n');
  writeFileSync(join(folder, 'recipe.ts'), '');
  sources = {
    kind: 'guest',
    bundled: { entryPoints: [{ in: join(folder, 'main.ts'), out: 'main' }] },
    plain: new Map([['python/part.py', join(folder, 'part.py')]]),
    recipe: join(folder, 'recipe.ts'),
  };
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const programOf = (made: { folder: string }): string => readFileSync(join(made.folder, 'main.mjs'), 'utf8');

it('bundled programs are world-readable and reused without a bundler', async () => {
  const first = await bundledPrograms(sources);
  expect(programOf(first)).toContain('"one"');
  expect(readFileSync(join(first.folder, 'python/part.py'), 'utf8')).toBe('print(1)\n');
  expect(statSync(join(first.folder, 'main.mjs')).mode & 0o777).toBe(0o644);
  // A bundler that were asked again would fail on this.
  const again = await bundledPrograms({ ...sources, bundled: { entryPoints: [join(folder, 'nowhere.ts')] } });
  expect(again).toEqual(first);
});

it.each(['main.ts', 'word.ts', 'part.py'])('bundled programs are rebuilt after %s has changed', async (name) => {
  const first = await bundledPrograms(sources);
  const path = join(folder, name);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('one', 'two').replace('log(word)', 'log(word, 2)').replace('1', '3'),
  );
  expect((await bundledPrograms(sources)).hash).not.toBe(first.hash);
});

it('a bundle is not recorded if a source was written while the bundler read it', async () => {
  const soon = new Date(Date.now() + 60_000);
  utimesSync(join(folder, 'word.ts'), soon, soon);
  const first = await bundledPrograms(sources);
  await expect(
    bundledPrograms({ ...sources, bundled: { entryPoints: [join(folder, 'nowhere.ts')] } }),
  ).rejects.toThrow();
  expect(await bundledPrograms(sources)).toEqual(first);
});

it('bundled programs are rebuilt after a file was added', async () => {
  const first = await bundledPrograms(sources);
  writeFileSync(join(folder, 'more.py'), 'print(2)\n');
  const plain = new Map([...sources.plain, ['python/more.py', join(folder, 'more.py')]]);
  const more = await bundledPrograms({ ...sources, plain });
  expect(more.hash).not.toBe(first.hash);
  expect(readdirSync(join(more.folder, 'python')).sort()).toEqual(['more.py', 'part.py']);
});

it.each(['{"hash":', '{}', ''])('bundled programs are rebuilt if their record is %j', async (text) => {
  const first = await bundledPrograms(sources);
  const notes = join(cache, 'bundles');
  for (const name of readdirSync(notes)) writeFileSync(join(notes, name), text);
  rmSync(first.folder, { recursive: true });
  expect(await bundledPrograms(sources)).toEqual(first);
  expect(programOf(first)).toContain('"one"');
});

it('bundled programs are rebuilt if a clean-up removed them but left the record', async () => {
  const first = await bundledPrograms(sources);
  rmSync(first.folder, { recursive: true });
  expect(await bundledPrograms(sources)).toEqual(first);
  expect(programOf(first)).toContain('"one"');
});
