import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRun } from '../../../test/report/make-run.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { makeShape, shapeHashes } from '../../../test/suite/checkout/shape.ts';
import { createPort } from '../../agents/models/create-port.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { settingsFrom } from '../../runs/plan/settings/defaults.ts';
import { runSpec } from '../../runs/plan/spec-hash.ts';
import { withCheckout } from '../../runs/sweep/plan-sweep.ts';
import { importPrompts } from '../../tasks/suite/imported/import-prompts.ts';
import {
  findImport,
  importedPromptsHash,
  importFor,
  readImportedPrompts,
  writeImportedPrompts,
} from '../../tasks/suite/imported/imported-prompts.ts';
import { openSuite } from '../../tasks/suite/suite.ts';
import { importedOfRuns } from './imported-of-runs.ts';
import { prepareJudges } from './run-judges.ts';

// Two checkouts of OS-Harm whose judges differ, the older one imported last.

let folder: ReturnType<typeof temporaryFolder>;
let later: string;
let older: string;
beforeEach(async () => {
  folder = temporaryFolder('imports');
  vi.stubEnv('OSHARM_CACHE', join(folder.path, 'cache'));
  const made = (edition: 'later' | 'older'): string => {
    const checkout = makeShape(edition, mkdtempSync(join(folder.path, `${edition}-`)));
    const tasks = join(checkout, 'evaluation_examples');
    mkdirSync(join(tasks, 'examples'), { recursive: true });
    writeFileSync(join(tasks, 'test_misuse.json'), '{}');
    return checkout;
  };
  later = made('later');
  older = made('older');
  for (const checkout of [later, older]) await imported(checkout);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

async function imported(checkout: string): Promise<string> {
  const { prompts } = await importPrompts(checkout, shapeHashes());
  await writeImportedPrompts(cacheFolder(), checkout, prompts);
  return importedPromptsHash(prompts);
}

const hashOf = async (checkout: string): Promise<string> => (await findImport(cacheFolder(), { checkout }))?.hash ?? '';
const judgeVersions = async (directories: string[], suite?: string): Promise<string[]> =>
  Object.keys((await importedOfRuns(directories, suite)).imported?.judgePrompts ?? {});

describe('two imported checkouts', () => {
  it('two imported checkouts each have their own prompts, and a third has none', async () => {
    const versions = async (checkout: string) =>
      Object.keys((await readImportedPrompts(cacheFolder(), { checkout }))?.judgePrompts ?? {});
    expect([await versions(later), await versions(older)]).toEqual([
      ['v1', 'v2', 'v3'],
      ['v1', 'v2'],
    ]);
    expect(await readImportedPrompts(cacheFolder(), { checkout: folder.path })).toBeNull();
  });

  it.each([
    ['later', 'v3'],
    ['older', 'v2'],
  ] as const)('runs of the %s tree are judged by its prompt version %s', async (edition, version) => {
    const checkout = edition === 'later' ? later : older;
    const environment = { OPENAI_API_KEY: 'sk-none-00000000' };
    const access = { port: createPort({ environment }), environment };
    const runSettings = settingsFrom({ model: 'openai:gpt-4.1' }, { profile: 'os-harm' });
    const settings = withCheckout(runSettings, openSuite(checkout));
    expect(settings.checkout).toBe(checkout);
    const imported = await readImportedPrompts(cacheFolder(), importFor(settings.checkout));
    const judging = { isOsHarm: true, observationType: settings.observationType, imported, osharmVersion: '0' };
    const [judge] = prepareJudges([{ model: 'gpt-4.1', type: 'aer', version: undefined }], judging, access);
    expect(judge?.prompt.version).toBe(version);
    const run = { domain: 'os', taskId: 'a', category: null, repeat: 1, injection: null };
    const hashes = { task: '1', goal: null, image: null, prompts: null };
    // The folder's name is no part of what a run is.
    expect(runSpec({ ...run, settings }, hashes)).toEqual(runSpec({ ...run, settings: runSettings }, hashes));
  });

  it('recorded runs are judged by the texts of their own checkout', async () => {
    const run = (id: string, hash: string | null) =>
      makeRun(join(folder.path, 'results'), { id, category: 'misuse', importedPrompts: hash });
    const ofLater = run('a', await hashOf(later));
    const ofOlder = run('b', await hashOf(older));
    expect(await judgeVersions([ofLater])).toEqual(['v1', 'v2', 'v3']);
    expect(await judgeVersions([ofOlder])).toEqual(['v1', 'v2']);
    await expect(importedOfRuns([ofLater, ofOlder], undefined)).rejects.toMatchObject({
      code: 'judge-several-checkouts',
    });
    expect(await judgeVersions([ofLater, ofOlder], later)).toEqual(['v1', 'v2', 'v3']);
    await expect(importedOfRuns([run('c', 'f'.repeat(64))], undefined)).rejects.toMatchObject({
      code: 'prompts-not-imported',
    });
  });

  it('runs that name no checkout are judged by the last import, with a note', async () => {
    const directory = makeRun(join(folder.path, 'results'), { id: 'a', category: 'misuse', importedPrompts: null });
    const { imported: last, note } = await importedOfRuns([directory], undefined);
    expect(Object.keys(last?.judgePrompts ?? {})).toEqual(['v1', 'v2']);
    expect(note).toContain(older);
  });

  it('a recorded run finds its checkout even after that was imported again', async () => {
    const before = await hashOf(later);
    const prompts = await readImportedPrompts(cacheFolder(), { checkout: later });
    if (prompts === null) throw new Error('It is imported.');
    await writeImportedPrompts(cacheFolder(), later, { ...prompts, goals: { other: 'Another goal.' } });
    const directory = makeRun(join(folder.path, 'results'), { id: 'a', category: 'misuse', importedPrompts: before });
    expect((await importedOfRuns([directory], undefined)).imported?.goals).toEqual({ other: 'Another goal.' });
  });
});
