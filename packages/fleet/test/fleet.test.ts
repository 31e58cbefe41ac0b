import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EnvironmentError } from '../../../src/base/errors.ts';
import { readRun } from '../../../src/base/record/read-run.ts';
import { imagesBeside } from '../../../src/base/store/object-place.ts';
import { readImage } from '../../../src/desktop/image/image.ts';
import { removeTree } from '../../../src/desktop/image/owned-folder.ts';
import { pushImage } from '../../../src/desktop/image/shared/push-image.ts';
import { makeMadeUpImage } from '../../../test/image/made-up-image.ts';
import { openaiAnswer } from '../../../test/judge/judge-world.ts';
import { startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { fakeDependencies } from '../../../test/run/fake-dependencies.ts';
import { type FakeDesktopOptions, FakeProvider } from '../../../test/run/fake-desktop.ts';
import { runCommandQuietly } from '../../../test/run/run-quietly.ts';
import { runFolder, runSweepQuietly } from '../../../test/run/run-sweep.ts';
import { ScriptedAgent } from '../../../test/run/scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from '../../../test/run/temporary-suite.ts';
import { workCommand } from '../src/cli/fleet.ts';
import { QueueDatabase } from '../src/queue/database.ts';
import { publishLeft } from '../src/queue/publish-left.ts';
import { sweepStatus } from '../src/queue/sweep-status.ts';
import { FolderStore } from '../src/store/folder-store.ts';
import { PostgresServer } from './postgres-server.ts';

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
let server: PostgresServer;
let folder: ReturnType<typeof temporaryFolder>;
let results = '';
let url = '';
let count = 0;
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.remove());
beforeEach(async () => {
  count += 1;
  url = await server.createDatabase(`fleet_${count}`);
  folder = temporaryFolder('fleet');
  results = join(folder.path, 'results');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['a', 'b', 'c'] },
    'examples/os/a.json': plainTask('a'),
    'examples/os/b.json': plainTask('b'),
    'examples/os/c.json': plainTask('c'),
  });
});
afterEach(() => folder.remove());

function world(desktop: Partial<FakeDesktopOptions> = {}) {
  const dependencies = () =>
    fakeDependencies({
      provider: new FakeProvider({ tree, ...desktop }),
      createAgent: () => new ScriptedAgent([['r', ['a()']]]),
    });
  const args = (resultDir: string) => [
    '--suite',
    join(folder.path, 'suite'),
    '--subset',
    'misuse',
    '--model',
    'm',
    '--out',
    resultDir,
  ];
  return {
    run: (...more: string[]) => runSweepQuietly(dependencies(), [...args(results), ...more]),
    submit: (...more: string[]) =>
      runSweepQuietly(dependencies(), [...args(results), '--queue', url, '--sweep', 'night', ...more]),
    work: (...more: string[]) =>
      runCommandQuietly(
        workCommand(async () => dependencies()),
        ['--queue', url, '--until-done', '--parallel', '1', ...more],
      ),
  };
}
const runsIn = (model: string): boolean[] =>
  ['a', 'b', 'c'].map((task) => readRun(runFolder(results, task, model)).complete);
const files = (root: string): string[] =>
  (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => /\.[a-z]+$/.test(path) && !path.includes('.leases'))
    .map((path) => path.replaceAll(/\d{8}@\d{6}/g, 'TIME'))
    .sort();

it('several agents are one queued sweep each and share the workers', async () => {
  const { submit, work } = world();
  await expect(submit('--model', 'n', '--max-cost', '5')).rejects.toMatchObject({ code: 'queue-several-agents' });
  const { output } = await submit('--model', 'n');
  expect(output).toContain('Sweep night-m: 3 runs queued');
  expect(output).toContain('Sweep night-n: 3 runs queued');
  await work();
  expect([...runsIn('m'), ...runsIn('n')]).toEqual(Array(6).fill(true));
});

describe('a fleet', () => {
  it('a fleet writes the same files as a local sweep', async () => {
    const { run, submit, work } = world();
    await run('--out', `${results}-local`);
    const submitted = await submit();
    expect(submitted.exitCode, submitted.output).toBe(0);
    expect(submitted.output).toContain('3 runs queued');
    expect(existsSync(results)).toBe(false);
    const worked = await work('--parallel', '2');
    expect(worked.exitCode, worked.output).toBe(0);
    expect(worked.output).toContain('3 runs committed');
    expect(files(results)).toEqual(files(`${results}-local`));
    for (const task of ['a', 'b', 'c']) {
      const [here, there] = [results, `${results}-local`].map((root) => readRun(runFolder(root, task)));
      expect(here?.complete).toBe(true);
      expect(here?.score).toBe(there?.score);
      expect(here?.runJson?.specHash).toBe(there?.runJson?.specHash);
    }
    const again = await submit();
    expect(again.output).toContain('0 runs queued');
  });

  it('a fleet does not retry a run whose task is invalid, and reports it', async () => {
    const error = new EnvironmentError('No such machine.', { code: 'no-machine' });
    const { submit, work } = world({
      onCreate: (n) => {
        if (n === 2) throw error;
      },
    });
    await submit();
    const { exitCode, output } = await work();
    expect(exitCode, output).toBe(1);
    expect(output).toContain('2 runs committed, 1 error.');
    const database = await QueueDatabase.open(url, { supervises: false });
    try {
      const states = await database.query('SELECT state, attempts FROM osharm.run ORDER BY state');
      expect(states).toEqual([
        { state: 'committed', attempts: 1 },
        { state: 'committed', attempts: 1 },
        { state: 'failed', attempts: 1 },
      ]);
    } finally {
      await database.close();
    }
  });

  it('a fleet publishes what a worker had committed but not published', async () => {
    const { submit, work } = world();
    await submit();
    const { publish } = FolderStore.prototype;
    FolderStore.prototype.publish = async () => {
      throw new EnvironmentError('The worker ends here.', { code: 'disk-full' });
    };
    try {
      await expect(work()).rejects.toThrow('The worker ends here.');
    } finally {
      FolderStore.prototype.publish = publish;
    }
    const complete = () => ['a', 'b', 'c'].filter((task) => existsSync(join(runFolder(results, task), 'result.txt')));
    expect(complete()).toEqual([]);
    const database = await QueueDatabase.open(url, { supervises: false });
    try {
      const tidy = () =>
        publishLeft(
          database,
          (unpublishedResult) =>
            new FolderStore(unpublishedResult.results).publish(
              unpublishedResult.staged,
              unpublishedResult.path,
              unpublishedResult.resultText,
            ),
          0,
        );
      expect(await tidy()).toBe(1);
      expect(await tidy()).toBe(0);
    } finally {
      await database.close();
    }
    expect(complete()).toHaveLength(1);
    const [task = ''] = complete();
    expect(readFileSync(join(runFolder(results, task), 'result.txt'), 'utf8')).toMatch(/^\d\.\d+\n$/);
  });

  it('a fleet judges its results on workers without a desktop', async () => {
    const judge = await startModelServer(openaiDialect, ({ body }): Turn => openaiAnswer(body));
    vi.stubEnv('OPENAI_API_KEY', 'sk-none-00000000');
    vi.stubEnv('OPENAI_BASE_URL', `${judge.url}/v1`);
    try {
      const { submit, work } = world();
      const { output } = await submit('--judge-type', 'effects,aer', '--judge-model', 'gpt-4.1');
      expect(output).toContain('3 runs queued');
      const none = world({
        onCreate: () => {
          throw new Error('A judge needs no desktop.');
        },
      });
      const [judged, made] = await Promise.all([none.work('--only', 'judge'), work('--only', 'run')]);
      expect(made.output).toMatch(/^3 runs committed, 0 errors/m);
      expect(judged.exitCode, judged.output).toBe(0);
      expect(judged.output).toContain('3 judgments, 0 errors.');
      const requestCount = judge.requests.length;
      expect(requestCount).toBeGreaterThanOrEqual(3);
      for (const task of ['a', 'b', 'c']) {
        const verdict = join(runFolder(results, task), 'judgment/gpt-4.1/aer/osharm-1/judgment.json');
        expect(JSON.parse(readFileSync(verdict, 'utf8'))).toHaveProperty('safety');
      }
      const database = await QueueDatabase.open(url, { supervises: false });
      const status = await sweepStatus(database, 'night').finally(() => database.close());
      expect(status.runs).toMatchObject({ committed: 3, waiting: 0 });
      expect(status.judgments).toMatchObject({ committed: 3, waiting: 0, failed: 0 });
      // By a sweep of another name over the same results: they are complete, and judged by another judge too.
      const again = await submit('--sweep', 'later', '--judge-type', 'all_step_aer', '--judge-model', 'gpt-4.1');
      expect(again.output).toContain('0 runs queued');
      expect((await work()).output).toContain('0 runs committed, 3 judgments, 0 errors.');
      expect(judge.requests.length).toBeGreaterThanOrEqual(requestCount + 3);
    } finally {
      vi.unstubAllEnvs();
      await judge.close();
    }
  });

  it('a fleet’s worker fetches the sweep’s desktop image from the store, or reports what is missing', async () => {
    const image = 'made-up-0123456789';
    const { submit, work } = world({ commonImage: image });
    vi.stubEnv('OSHARM_CACHE', join(folder.path, 'worker'));
    try {
      await submit();
      const refusal = { code: 'image-missing', hint: expect.stringContaining(`osharm setup image push ${results}`) };
      await expect(work()).rejects.toMatchObject(refusal);
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'maker'));
      await pushImage(await makeMadeUpImage(image), await imagesBeside(results));
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'worker'));
      // The queue names the content address that was there when the sweep was submitted.
      await expect(work()).rejects.toMatchObject(refusal);
      expect((await submit()).output).toContain('0 runs queued');
      expect((await work()).output).toContain('3 runs committed');
      expect((await readImage(image))?.folder).toContain(join(folder.path, 'worker'));
      await submit('--sweep', 'later', '--out', `${results}-later`);
      const other = world({ commonImage: 'another' });
      await expect(other.work()).rejects.toMatchObject({ code: 'worker-plans-otherwise' });
    } finally {
      vi.unstubAllEnvs();
      for (const name of ['maker', 'worker']) await removeTree(join(folder.path, name));
    }
  });

  it('a fleet’s worker refuses runs that it plans differently', async () => {
    const { submit, work } = world();
    await submit();
    writeSuite(join(folder.path, 'suite'), {
      'examples/os/a.json': plainTask('a', { instruction: 'Do something else.' }),
    });
    const { output } = await work('--parallel', '3').catch((error: unknown) => ({ output: String(error) }));
    expect(output).toContain("can't run os/a");
  });
});
