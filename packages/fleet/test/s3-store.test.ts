import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attackCommand } from '../../../src/app/cli/attack.ts';
import { reportCommand } from '../../../src/app/cli/report.ts';
import { filesBelow } from '../../../src/base/record/files-below.ts';
import { imagesBeside } from '../../../src/base/store/object-place.ts';
import { type Image, readImage } from '../../../src/desktop/image/image.ts';
import { removeTree } from '../../../src/desktop/image/owned-folder.ts';
import { pullImage } from '../../../src/desktop/image/shared/pull-image.ts';
import { pushImage } from '../../../src/desktop/image/shared/push-image.ts';
import { sharedImageAddress } from '../../../src/desktop/image/shared/shared-image.ts';
import { makeMadeUpImage } from '../../../test/image/made-up-image.ts';
import { openaiAnswer } from '../../../test/judge/judge-world.ts';
import { startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { fakeDependencies } from '../../../test/run/fake-dependencies.ts';
import { FakeProvider } from '../../../test/run/fake-desktop.ts';
import { runCommandQuietly } from '../../../test/run/run-quietly.ts';
import { runSweepQuietly } from '../../../test/run/run-sweep.ts';
import { ScriptedAgent } from '../../../test/run/scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from '../../../test/run/temporary-suite.ts';
import { workCommand } from '../src/cli/fleet.ts';
import { manifestHash, manifestOf } from '../src/store/manifest.ts';
import { S3Store } from '../src/store/s3-store.ts';
import { askedRuns, attackFlags, attackWorld, journalOf, writeAttackSuite } from './attack-world.ts';
import { PostgresServer } from './postgres-server.ts';
import { S3Server, weedProgram } from './s3-server.ts';

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
const dependencies = () =>
  fakeDependencies({ provider: new FakeProvider({ tree }), createAgent: () => new ScriptedAgent([['r', ['a()']]]) });
const program = weedProgram();
let server: S3Server;
let folder: ReturnType<typeof temporaryFolder>;
let count = 0;
let place = '';
let store: S3Store;

// CI has no S3 server: tools/soak/s3.ts installs one and runs this file.
describe.skipIf(program === null)('results in S3 (needs SeaweedFS: weed on the PATH, or OSHARM_TEST_WEED)', () => {
  beforeAll(async () => {
    server = await S3Server.start(program as string);
    await server.createBucket('lab');
    for (const [name, value] of Object.entries(server.environment)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server?.remove();
  });
  beforeEach(async () => {
    count += 1;
    folder = temporaryFolder('s3');
    place = `s3://lab/night-${count}`;
    store = await S3Store.open(place, join(folder.path, 'cache'));
  });
  afterEach(() => folder.remove());

  const write = (directory: string, files: Record<string, string | Buffer>): void => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
  };
  const attempt = { 'traj.jsonl': '{}\n', 'step_1.png': Buffer.alloc(300_000, 7), 'effects/Ä file+1.json': '[]' };
  const staged = 'p/m/os/a.night.attempt-1';

  it('the S3 store stages an attempt out of sight and publishes it whole, even twice', async () => {
    write(store.workFolder(staged), attempt);
    const expected = manifestHash(await manifestOf(store.workFolder(staged)));
    expect(await store.stage(staged)).toBe(expected);
    const copy = join(folder.path, 'copy');
    expect(await store.pull(copy)).toEqual({ files: 0, bytes: 0 });
    expect(await store.complete()).toEqual(new Set());
    // Another worker may publish what this one has staged.
    const other = await S3Store.open(place, join(folder.path, 'other'));
    await other.publish(staged, 'p/m/os/a', '1\n');
    await store.publish(staged, 'p/m/os/a', '1\n');
    expect(await store.complete()).toEqual(new Set(['p/m/os/a']));
    expect(await store.pull(copy)).toMatchObject({ files: 4 });
    expect(readFileSync(join(copy, 'p/m/os/a/result.txt'), 'utf8')).toBe('1\n');
    expect(manifestHash(await manifestOf(join(copy, 'p/m/os/a')))).toBe(expected);
    expect(await store.pull(copy)).toEqual({ files: 0, bytes: 0 });
    expect(existsSync(store.workFolder(staged))).toBe(false);
  });

  it('the S3 store replaces what an attempt without a result left behind', async () => {
    const before = join(folder.path, 'before');
    write(before, { 'p/m/os/a/old.png': 'old' });
    expect(await store.push(before)).toBe(1);
    write(store.workFolder(staged), attempt);
    await store.stage(staged);
    await store.publish(staged, 'p/m/os/a', '0\n');
    const copy = join(folder.path, 'copy');
    await store.pull(copy);
    expect(existsSync(join(copy, 'p/m/os/a/old.png'))).toBe(false);
    expect(existsSync(join(copy, 'p/m/os/a/step_1.png'))).toBe(true);
  });

  it('the S3 store resumes an interrupted copy and fetches only what is requested', async () => {
    const local = join(folder.path, 'local');
    write(local, { 'os/a/traj.jsonl': 'a', 'os/a/result.txt': '1\n' });
    expect(await store.push(local)).toBe(2);
    write(local, { 'os/a/traj.jsonl': 'b', 'os/b/traj.jsonl': 'c', 'os/b/x.png': 'png', '.leases.sqlite': 'own' });
    expect(await store.push(local)).toBe(3);
    expect(await store.push(local)).toBe(0);
    const copy = join(folder.path, 'copy');
    await store.pull(copy, (path) => !path.endsWith('.png'));
    expect(readFileSync(join(copy, 'os/a/traj.jsonl'), 'utf8')).toBe('b');
    expect(existsSync(join(copy, 'os/b/x.png'))).toBe(false);
    // Not complete there: not complete here.
    write(copy, { 'os/b/result.txt': '1\n' });
    await store.pull(copy);
    expect(existsSync(join(copy, 'os/b/result.txt'))).toBe(false);
  });

  it('the S3 store holds a fleet’s results, and a report reads them there', async () => {
    const postgres = await PostgresServer.start();
    vi.stubEnv('OSHARM_CACHE', join(folder.path, 'submitter'));
    try {
      const queue = await postgres.createDatabase('s3');
      writeSuite(join(folder.path, 'suite'), {
        'test_misuse.json': { os: ['a', 'b'] },
        'examples/os/a.json': plainTask('a'),
        'examples/os/b.json': plainTask('b'),
      });
      const submit = () =>
        runSweepQuietly(dependencies(), [
          '--suite',
          join(folder.path, 'suite'),
          '--subset',
          'misuse',
          '--model',
          'm',
          '--queue',
          queue,
          '--sweep',
          'night',
          '--results',
          place,
        ]);
      expect((await submit()).output).toContain('2 runs queued');
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'worker'));
      const work = workCommand(async () => dependencies());
      const worked = await runCommandQuietly(work, ['--queue', queue, '--until-done']);
      expect(worked.output).toContain('2 runs committed');
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'reader'));
      rmSync(join(folder.path, 'worker'), { recursive: true });
      expect((await store.complete()).size).toBe(2);
      const report = await runCommandQuietly(reportCommand(), [place, '--json']);
      expect(report.exitCode, report.output).toBe(0);
      expect(report.output).toContain('"runs": 2');
      expect((await submit()).output).toContain('2 complete');
    } finally {
      await postgres.remove();
    }
  });

  it('the S3 store holds a fleet’s attack, and another machine continues it', async () => {
    const postgres = await PostgresServer.start();
    const queue = await postgres.createDatabase('attack');
    writeAttackSuite(folder.path);
    const attack = (...flags: string[]) =>
      runCommandQuietly(attackCommand({ dependencies: attackWorld(folder.path) }), [
        ...attackFlags(folder.path, 'local'),
        ...flags,
      ]);
    const local = await attack();
    expect(local.exitCode, local.output).toBe(0);
    const requestCount = askedRuns(folder.path).length;
    const repository = fileURLToPath(new URL('../../..', import.meta.url));
    const child = spawn(
      join(repository, 'bin/osharm-node'),
      [join(repository, 'packages/fleet/test/attack-child.ts'), 'work', folder.path, '0', '0', '--queue', queue],
      { stdio: 'ignore', cwd: repository, env: { ...process.env, OSHARM_CACHE: join(folder.path, 'worker') } },
    );
    try {
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'first'));
      const first = await attack('--queue', queue, '--results', place);
      expect(first.exitCode, first.output).toBe(0);
      const copy = join(folder.path, 'copy');
      await store.pull(copy);
      expect(journalOf(folder.path, 'copy')).toEqual(journalOf(folder.path, 'local'));
      expect(filesBelow(join(copy, 'sealed'))).toEqual(filesBelow(join(folder.path, 'local/sealed')));
      const made = askedRuns(folder.path).length;
      expect(made).toBeGreaterThan(requestCount);
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'second'));
      rmSync(join(folder.path, 'first'), { recursive: true });
      const second = await attack('--queue', queue, '--results', place);
      expect(second.exitCode, second.output).toBe(0);
      expect(second.output.match(/winner: .*/g)).toEqual(local.output.match(/winner: .*/g));
      expect(askedRuns(folder.path)).toHaveLength(made);
      const report = await runCommandQuietly(reportCommand(), [place]);
      expect(report.output).toContain('evolve');
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await postgres.remove();
    }
  }, 120_000);

  it('results in the S3 store are judged by a worker that has only the queue', async () => {
    const postgres = await PostgresServer.start();
    const judge = await startModelServer(openaiDialect, ({ body }): Turn => openaiAnswer(body));
    vi.stubEnv('OPENAI_API_KEY', 'sk-none-00000000');
    vi.stubEnv('OPENAI_BASE_URL', `${judge.url}/v1`);
    vi.stubEnv('OSHARM_CACHE', join(folder.path, 'maker'));
    try {
      const queue = await postgres.createDatabase('judged');
      const task = { 'test_misuse.json': { os: ['a'] }, 'examples/os/a.json': plainTask('a') };
      writeSuite(join(folder.path, 'suite'), task);
      await runSweepQuietly(dependencies(), [
        '--suite',
        join(folder.path, 'suite'),
        '--subset',
        'misuse',
        '--model',
        'm',
        '--queue',
        queue,
        '--sweep',
        'night',
        '--results',
        place,
        '--judge-type',
        'aer',
        '--judge-model',
        'gpt-4.1',
      ]);
      const work = (only: string) =>
        runCommandQuietly(
          workCommand(async () => dependencies()),
          ['--queue', queue, '--until-done', '--only', only],
        );
      expect((await work('run')).output).toContain('1 run committed');
      rmSync(join(folder.path, 'maker'), { recursive: true });
      vi.stubEnv('OSHARM_CACHE', join(folder.path, 'judge'));
      const judged = await work('judge');
      expect(judged.output).toContain('1 judgment, 0 errors.');
      const copy = join(folder.path, 'copy');
      await store.pull(copy);
      const [run = ''] = [...(await store.complete())];
      expect(existsSync(join(copy, run, 'judgment/gpt-4.1/aer/osharm-1/judgment.json'))).toBe(true);
      expect(readFileSync(join(copy, run, 'result.txt'), 'utf8')).toMatch(/^\d/);
    } finally {
      for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL']) vi.stubEnv(name, undefined);
      await judge.close();
      await postgres.remove();
    }
  });

  it('the S3 store holds desktop images for machines that lack them', async () => {
    const image = 'made-up-0123456789';
    vi.stubEnv('OSHARM_CACHE', join(folder.path, 'maker'));
    const images = await imagesBeside(`s3://lab/team-${count}/night`);
    expect(images.place).toBe(`s3://lab/team-${count}/.osharm-images`);
    expect(await sharedImageAddress(images, image)).toBeNull();
    const pushed = await pushImage(await makeMadeUpImage(image), images, () => {}, 100_000);
    expect(pushed.written).toBe(pushed.parts);
    expect(await pushImage((await readImage(image)) as Image, images, () => {}, 100_000)).toEqual({
      ...pushed,
      written: 0,
    });
    vi.stubEnv('OSHARM_CACHE', join(folder.path, 'worker'));
    const beside = await imagesBeside(`s3://lab/team-${count}/later`);
    const pulled = await pullImage(beside, { id: image, address: pushed.address });
    expect(pulled.folder).toContain(join(folder.path, 'worker'));
    expect(readFileSync(pulled.caKey, 'utf8')).toBe('key\n');
    for (const name of ['maker', 'worker']) await removeTree(join(folder.path, name));
    expect((await imagesBeside('s3://lab/night')).place).toBe('s3://lab/.osharm-images');
  });

  it('the S3 store explains a missing bucket and wrong keys', async () => {
    const other = await S3Store.open('s3://nobody/x', join(folder.path, 'cache'));
    await expect(other.complete()).rejects.toMatchObject({ code: 'store-failed' });
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
    try {
      const wrong = await S3Store.open(place, join(folder.path, 'cache'));
      await expect(wrong.complete()).rejects.toMatchObject({ code: 'store-failed' });
    } finally {
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.environment.AWS_SECRET_ACCESS_KEY);
    }
  });
});
