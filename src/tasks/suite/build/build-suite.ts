import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { filesBelow } from '../../../base/record/files-below.ts';
import { hashedContent } from '../built-from.ts';
import { suiteFile } from '../suite.ts';
import { assetFiles, writtenAssets } from './assets.ts';
import { type BuildContext, buildFamily } from './build-family.ts';
import {
  blocksSchema,
  injectionsSchema,
  mapSchema,
  readSource,
  suiteSourceSchema,
  voicesSchema,
} from './source-files.ts';
import { subsetsOf } from './subsets.ts';
import { taskJson } from './task-json.ts';
import { taskTable } from './task-table.ts';

/**
 * `changed` lists the files that were written or, with `check`, are out of date. `strays` lists those below `assets/`
 * that no source gives.
 */
export interface SuiteBuild {
  families: number;
  tasks: number;
  assets: number;
  changed: string[];
  strays: string[];
}

/**
 * Builds a suite's tasks, assets, subsets, `hashes.json` and `TASKS.md` from its `source/`, and removes built tasks
 * without a source; with `prune`, strays too. With `check`, nothing is written or removed. Throws UsageError that names
 * the faulty source.
 */
export async function buildSuite(
  folder: string,
  { check, prune = false }: { check: boolean; prune?: boolean },
): Promise<SuiteBuild> {
  const source = join(folder, 'source');
  if (!existsSync(source))
    throw new UsageError(`There is no ${source}: this suite's tasks are not built from sources.`, {
      code: 'suite-no-source',
      hint: 'CONTRIBUTING.md describes sources.',
    });
  const { tasks, assets, goals, families, subsets } = await builtFamilies(folder, source);
  const files = new Map<string, string | Uint8Array>(assets);
  for (const [path, data] of [...tasks, ...goals]) files.set(path, taskJson(data));
  const there = jsonBelow(folder, 'examples');
  const strays = pathsBelow(folder, 'assets').filter((path) => !assets.has(path));
  const unsourced = [...there, ...jsonBelow(folder, 'aligned'), ...jsonBelow(folder, 'decoys')]
    .filter(([path, data]) => data.built_from !== undefined && !tasks.has(path) && !goals.has(path))
    .map(([path]) => path);
  const gone = prune ? [...unsourced, ...strays] : unsourced;
  const all = [...there, ...tasks].filter(([path]) => !gone.includes(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = [...new Map(all)].map(([path, task]) => ({ ...task, domain: basename(dirname(path)) }));
  for (const [name, subset] of Object.entries(subsetsOf(listed, subsets)))
    files.set(`test_${name}.json`, taskJson(subset));
  files.set('TASKS.md', taskTable(folder, listed));
  files.set('hashes.json', `${JSON.stringify(hashesOf(folder, files, gone), null, 2)}\n`);
  const changed = [...files].filter(([path, content]) => !isSame(join(folder, path), content)).map(([path]) => path);
  if (!check) {
    for (const path of gone) rmSync(join(folder, path));
    for (const path of changed) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), files.get(path) as string | Uint8Array);
    }
  }
  return {
    families,
    tasks: tasks.size,
    assets: assets.size,
    changed: [...changed, ...gone].sort(),
    strays: prune ? [] : strays,
  };
}

async function builtFamilies(folder: string, source: string) {
  const suite =
    (await readSource(join(source, 'suite'), suiteSourceSchema)) ?? suiteSourceSchema.parse({ subsets: { all: {} } });
  const blocks = new Map(Object.entries((await readSource(join(source, 'blocks'), blocksSchema)) ?? {}));
  const injections = (await readSource(join(source, 'injections'), injectionsSchema)) ?? {};
  // Requests name voices, which only `suite lint` compares with the sheets.
  await readSource(join(source, 'voices'), voicesSchema);
  const sharedFolder = join(source, 'shared');
  const shared = existsSync(sharedFolder)
    ? new Map([
        ...assetFiles(sharedFolder),
        ...writtenAssets((await readSource(join(sharedFolder, 'assets'), mapSchema)) ?? {}, suite.let),
      ])
    : new Map<string, string | Uint8Array>();
  const context: BuildContext = {
    guid: suiteFile(folder).guid,
    suite,
    blocks,
    injections,
    shared: new Set(shared.keys()),
  };
  const owners = new Map<string, string>();
  const tasks = new Map<string, Record<string, unknown>>();
  const assets = new Map<string, string | Uint8Array>();
  const goals = new Map<string, Record<string, unknown>>();
  const take = <T>(owner: string, into: Map<string, T>, files: Iterable<readonly [string, T]>): void => {
    for (const [path, content] of files) {
      const other = owners.get(path);
      if (other !== undefined)
        throw new UsageError(`source/${owner} and source/${other} both build ${path}.`, {
          code: 'suite-source',
          hint: 'Rename one of them.',
        });
      owners.set(path, owner);
      into.set(path, content);
    }
  };
  take(
    'shared',
    assets,
    [...shared].map(([name, content]) => [`assets/${name}`, content] as const),
  );
  const families = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name)
    .sort();
  for (const family of families) {
    const built = await buildFamily(join(source, family), context);
    take(family, tasks, built.tasks);
    take(family, assets, built.assets);
    take(family, goals, built.goals);
  }
  return { tasks, assets, goals, families: families.length, subsets: suite.subsets };
}

function jsonBelow(folder: string, part: 'examples' | 'aligned' | 'decoys'): Map<string, Record<string, unknown>> {
  return new Map(
    pathsBelow(folder, part)
      .filter((path) => path.endsWith('.json'))
      .map((path) => [path, JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown>]),
  );
}

function pathsBelow(folder: string, part: string): string[] {
  return existsSync(join(folder, part)) ? filesBelow(join(folder, part)).map((path) => `${part}/${path}`) : [];
}

/** Returns the SHA-256 of every file that affects a run: tasks, goals, and files that set-up places in a desktop. */
function hashesOf(
  folder: string,
  built: ReadonlyMap<string, string | Uint8Array>,
  gone: readonly string[],
): Record<string, string> {
  const below = ['aligned', 'assets', 'decoys', 'examples', 'goals', 'scenes', 'sites'].flatMap((name) => {
    const there = pathsBelow(folder, name);
    const written = [...built.keys()].filter((path) => path.startsWith(`${name}/`));
    return [...new Set([...there, ...written])].filter((path) => !gone.includes(path)).sort();
  });
  const single = ['suite.json', 'hosts.json'].filter((name) => existsSync(join(folder, name)));
  return Object.fromEntries(
    [...single, ...below].map((path) => {
      const content = built.get(path) ?? readFileSync(join(folder, path));
      return [path, createHash('sha256').update(hashedContent(path, content)).digest('hex')];
    }),
  );
}

function isSame(path: string, content: string | Uint8Array): boolean {
  return existsSync(path) && readFileSync(path).equals(Buffer.from(content));
}
