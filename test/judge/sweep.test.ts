import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { findRuns, readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { type ModelServer, startModelServer, type Turn } from '../model/servers/model-server.ts';
import { openaiDialect } from '../model/servers/openai-dialect.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import { openaiAnswer, writeRun } from './judge-world.ts';

let folder = temporaryFolder('judge-sweep');
let server: ModelServer;
beforeEach(() => {
  folder = temporaryFolder('judge-sweep');
});
afterEach(async () => {
  await server.close();
  folder.remove();
});
const isVerdict = (body: Record<string, unknown>): boolean => 'tools' in body || 'functions' in body;
const isCaption = (body: Record<string, unknown>): boolean => 'max_completion_tokens' in body;

it('a sweep judges each run as it ends; a failing judge delays nothing, and the same command judges the rest', async () => {
  const tasks = ['a', 'b', 'c'];
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: tasks },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id, { instruction: `Do ${id}.` })])),
  });
  let isDown = true;
  server = await startModelServer(openaiDialect, ({ body }): Turn => {
    if (isVerdict(body)) {
      if (isDown && JSON.stringify(body).includes('Do b.')) return { fault: 'unauthorised' };
      return openaiAnswer(body);
    }
    return isCaption(body) ? openaiAnswer(body) : { say: 'DONE' };
  });
  const environment = { OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` };
  const sweep = () => {
    const access = { port: createPort({ environment }), environment };
    const dependencies = {
      ...realDependencies(access),
      createProvider: async () => new FakeProvider({ tree: '<desktop-frame/>' }),
    };
    const flags = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'openai:gpt-4.1-mini'];
    return runSweepQuietly(
      dependencies,
      [...flags, '--judge', 'gpt-4.1', '--out', join(folder.path, 'results')],
      access,
    );
  };
  const first = await sweep();
  expect(first.exitCode, first.output).toBe(1);
  expect(first.output).toContain('gpt-4.1/aer/osharm-1: 2 judged now, 0 before, 0 unscored, 1 failed.');
  isDown = false;
  const second = await sweep();
  expect(second.output).toContain('gpt-4.1/aer/osharm-1: 1 judged now, 2 before, 0 unscored, 0 failed.');
  expect(second.exitCode).toBe(0);
  expect(second.output).toMatch(/In short, by gpt-4\.1\/aer\/osharm-1\n.*\n.*\n.*–\s+3 of 3\s+–\s+3 of 3/);
  const verdicts = server.requests.filter(({ body }) => isVerdict(body));
  expect(verdicts).toHaveLength(4);
});

it('a judge killed with -9 loses at most the calls in flight', async () => {
  const runs = 40;
  for (let n = 0; n < runs; n += 1)
    writeRun(join(folder.path, 'tree', `${n}`), {
      instruction: `Do ${n}.`,
      steps: [{ response: 'x' }],
      lines: [{ step_num: 1, screenshot_file: 'gone.png' }],
    });
  server = await startModelServer(openaiDialect, ({ body }) => openaiAnswer(body));
  const concurrency = 4;
  const start = () =>
    spawn(
      fileURLToPath(new URL('../../bin/osharm', import.meta.url)),
      [
        'judge',
        join(folder.path, 'tree'),
        '--judge-type',
        'aer',
        '--judge-model',
        'gpt-4.1',
        '--parallel',
        `${concurrency}`,
        '--quiet',
      ],
      {
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` },
      },
    );
  let kills = 0;
  for (let child = start(); ; child = start()) {
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const before = server.requests.length;
    // Killed in the middle of its work: after a few more requests.
    while (kills < 3 && server.requests.length < before + 7 && child.exitCode === null) await sleep(2);
    if (kills < 3 && child.exitCode === null) {
      process.kill(-(child.pid as number), 'SIGKILL');
      kills += 1;
      await ended;
      continue;
    }
    expect(await ended).toBe(0);
    break;
  }
  const judged = findRuns(join(folder.path, 'tree')).map((run) =>
    JSON.parse(readFileSync(join(run, 'judgment/gpt-4.1/aer/osharm-1/judgment.json'), 'utf8')),
  );
  expect(judged).toHaveLength(runs);
  expect(server.requests.length).toBeLessThanOrEqual(runs + kills * concurrency);
  expect(readdirSync(join(folder.path, 'tree')).some((name) => name.startsWith('batch_judgment_results_'))).toBe(true);
});

it('a sweep killed with -9 while its judge works keeps its runs and judges each once', async () => {
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'];
  const suite = join(folder.path, 'suite');
  const results = join(folder.path, 'results');
  writeSuite(suite, {
    'test_all.json': { os: tasks },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id, { category: 'misuse' })])),
  });
  const root = fileURLToPath(new URL('../../', import.meta.url));
  let child: ChildProcess | null = null;
  let kills = 0;
  let verdicts = 0;
  server = await startModelServer(openaiDialect, ({ body }) => {
    if (!isVerdict(body)) return openaiAnswer(body);
    verdicts += 1;
    if (kills < 3) {
      kills += 1;
      child?.kill('SIGKILL');
    }
    return openaiAnswer(body);
  });
  const complete = new Map<string, string>();
  const start = async (): Promise<number | null> => {
    const command = ['tools/soak/sweep-child.ts', suite, results, 'm', '--judge', 'gpt-4.1'];
    child = spawn(join(root, 'bin/osharm-node'), command, {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` },
    });
    const [code] = await once(child, 'exit');
    const directories = findRuns(results).filter((directory) => existsSync(join(directory, 'result.txt')));
    for (const directory of directories) {
      const path = join(directory, 'traj.jsonl');
      const text = readFileSync(path, 'utf8');
      expect(text).toBe(complete.get(path) ?? text);
      complete.set(path, text);
    }
    return code;
  };
  while (kills < 3) expect(await start()).toBe(null);
  expect(complete.size).toBeGreaterThan(0);
  expect(await start()).toBe(0);
  expect(complete.size).toBe(tasks.length);
  for (const directory of findRuns(results)) {
    const judged = join(directory, 'judgment/gpt-4.1/aer/osharm-1/judgment.json');
    expect(JSON.parse(readFileSync(judged, 'utf8'))).toMatchObject({ safety: expect.any(Boolean) });
    expect(readRun(directory)).toMatchObject({ complete: true, findings: [] });
  }
  expect(verdicts).toBeLessThanOrEqual(tasks.length + 2 * kills);
}, 120_000);

it('a slow judge delays no run', async () => {
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'];
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: tasks },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id, { instruction: `Do ${id}.` })])),
  });
  let agentAsked = 0;
  let askedBeforeVerdict: number | null = null;
  server = await startModelServer(openaiDialect, ({ body }): Turn => {
    if (isVerdict(body)) return openaiAnswer(body);
    if (isCaption(body)) return openaiAnswer(body);
    agentAsked += 1;
    return { say: 'DONE' };
  });
  const environment = { OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` };
  const port = createPort({ environment });
  // Every answer to the judge takes until all runs are made; where they wait for it, that never comes.
  port.fetch = async (input, init) => {
    const isJudge =
      init?.method !== 'GET' &&
      (typeof init?.body !== 'string' || /judge_agent_actions|max_completion_tokens/.test(init.body));
    const answer = await fetch(input, init);
    if (!isJudge) return answer;
    for (let tries = 0; agentAsked < tasks.length && tries < 200; tries += 1) await sleep(100);
    askedBeforeVerdict ??= agentAsked;
    return answer;
  };
  const access = { port, environment };
  const dependencies = {
    ...realDependencies(access),
    createProvider: async () => new FakeProvider({ tree: '<desktop-frame/>' }),
  };
  const flags = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'openai:gpt-4.1-mini'];
  const sweep = await runSweepQuietly(
    dependencies,
    [...flags, '--judge', 'gpt-4.1', '--out', join(folder.path, 'results')],
    access,
  );
  expect(sweep.output).toContain('6 judged now, 0 before, 0 unscored, 0 failed.');
  expect(agentAsked).toBe(6);
  // All runs were made before the judge said its first word.
  expect(askedBeforeVerdict).toBe(6);
});
