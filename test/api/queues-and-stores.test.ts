import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportCommand } from '../../src/app/cli/report.ts';
import { runCommand } from '../../src/app/cli/run.ts';
import { loadPlugins } from '../../src/app/library/plugins/load.ts';
import { filesBelow } from '../../src/base/record/files-below.ts';
import { imagesBeside } from '../../src/base/store/object-place.ts';
import { openRemoteStore } from '../../src/base/store/remote-store.ts';
import { makeRun } from '../report/make-run.ts';
import { runCommandQuietly } from '../run/run-quietly.ts';

const examples = join(import.meta.dirname, '../../examples');
const plugin = (name: string): string => join(examples, 'plugins', `${name}.ts`);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queues-and-stores-'));
  vi.stubEnv('OSHARM_CACHE', join(folder, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('a store of a plug-in is read by its address', async () => {
  makeRun(join(folder, 'disk'), { model: 'm', domain: 'os', id: 'a', category: 'benign' });
  const { exitCode, output } = await runCommandQuietly(reportCommand(), [
    `mounted://${folder}/disk`,
    '--plugin',
    plugin('store'),
    '--json',
  ]);
  expect(output).toMatch(/mounted:\/\/.*new files/);
  expect([exitCode, output.includes('"model":')]).toEqual([0, true]);
});

it('a store of a plug-in pulls what a copy lacks, and pushes what it lacks itself', async () => {
  await loadPlugins([plugin('store')]);
  const disk = join(folder, 'disk');
  const run = makeRun(disk, { model: 'm', domain: 'os', id: 'a', category: 'benign' });
  const store = await openRemoteStore(`mounted://${disk}`, join(folder, 'cache'));
  expect((await store.pull(store.folder)).files).toBe(filesBelow(disk).length);
  expect(filesBelow(store.folder)).toEqual(filesBelow(disk));
  expect(await store.pull(store.folder)).toEqual({ files: 0, bytes: 0 });
  writeFileSync(join(store.folder, 'note.json'), '{}');
  expect(await store.push(store.folder)).toBe(1);
  rmSync(join(run, 'result.txt'));
  await store.pull(store.folder);
  expect(filesBelow(store.folder).some((path) => path.endsWith('result.txt'))).toBe(false);
  await expect(openRemoteStore('mounted://results', folder)).rejects.toMatchObject({ code: 'store-address' });
});

it('a store of a plug-in publishes an attempt once it is committed', async () => {
  await loadPlugins([plugin('store')]);
  const disk = join(folder, 'disk');
  const store = await openRemoteStore(`mounted://${disk}`, join(folder, 'cache'));
  makeRun(store.workFolder('1'), { model: 'm', domain: 'os', id: 'a', category: 'benign' });
  const [attempt = ''] = filesBelow(store.workFolder('1')).filter((path) => path.endsWith('result.txt'));
  rmSync(join(store.workFolder('1'), attempt));
  const manifest = await store.stage('1');
  expect(existsSync(disk)).toBe(false);
  for (const _ of ['first', 'again']) await store.publish('1', 'sweep', '1.0');
  expect(readFileSync(join(disk, 'sweep/result.txt'), 'utf8')).toBe('1.0');
  const copy = await store.fetch('sweep');
  expect(await store.keep('sweep')).toBe(manifest);
  writeFileSync(join(copy, 'judgment.json'), '{}');
  expect(await store.keep('sweep')).not.toBe(manifest);
  expect(existsSync(join(disk, 'sweep/judgment.json'))).toBe(true);
  const objects = await imagesBeside(`mounted://${disk}`);
  expect([await objects.read('x'), await objects.size('x')]).toEqual([null, null]);
  await objects.write('x', Buffer.from('image'));
  expect([(await objects.read('x'))?.toString(), await objects.size('x')]).toEqual(['image', 5]);
});

it('a queue of a plug-in takes a sweep, and its worker executes the runs', async () => {
  vi.unstubAllEnvs();
  const [jobs, results] = [join(folder, 'jobs'), join(folder, 'results')];
  const parts = ['agent', 'condition', 'oracle', 'provider', 'vector'].map(plugin);
  const submit = () =>
    runCommandQuietly(runCommand(), [
      join(examples, 'plugins/suite'),
      ...['--agent', 'note-writer', '--provider', 'small-sandbox', '--judge', 'effects', '--out', results],
      ...['--queue', `jobs://${jobs}`, '--plugin', plugin('queue'), ...parts],
    ]);
  const { output } = await submit();
  expect(output).toContain('1 run queued, 0 queued before, 0 complete');
  expect(output).toContain('queue-worker.ts');
  expect(readdirSync(jobs)).toHaveLength(1);
  const worker = [join(import.meta.dirname, '../../bin/osharm-node'), join(examples, 'library/queue-worker.ts'), jobs];
  const { stdout } = await promisify(execFile)(worker[0] ?? '', worker.slice(1));
  expect(stdout).toMatch(/: 1 complete, 0 failed/);
  expect(readdirSync(jobs)[0]).toMatch(/\.json\.done$/);
  expect((await submit()).output).toContain('0 runs queued, 0 queued before, 1 complete');
}, 300_000);
