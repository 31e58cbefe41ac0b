import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

const tree = '<desktop-frame/>';
const tasks = Array.from({ length: 8 }, (_, n) => `t${n}`);
let folder = temporaryFolder('broken');
beforeEach(() => {
  folder = temporaryFolder('broken');
  writeSuite(join(folder.path, 'suite'), {
    'test_one.json': { os: ['t0'] },
    'test_all.json': { os: tasks },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
  });
});
afterEach(() => folder.remove());

async function sweep(args: string[]) {
  const access = { port: createPort({ environment: {} }), environment: { PATH: process.env.PATH } };
  const provider = new FakeProvider({ tree });
  const dependencies = { ...realDependencies(access), createProvider: async () => provider, joinLimitMs: 50 };
  const results = join(folder.path, 'results');
  const common = ['--suite', join(folder.path, 'suite'), '--out', results];
  const swept = await runSweepQuietly(dependencies, [...common, ...args]);
  return { ...swept, provider, read: readOwn };
}
const readOwn = (task = 't0') => readRun(join(folder.path, 'results/pyautogui/a11y_tree/own/os', task));
/** A program that answers `reset`, and then does `after`. */
function program(after: string): string {
  const file = join(folder.path, 'own.py');
  writeFileSync(file, `import json, sys, time\ninput()\nprint("{}", flush=True)\n${after}\n`);
  return `python3 ${file}`;
}
const answering = (reply: unknown): string =>
  program(`while input(): print(${JSON.stringify(JSON.stringify(reply))}, flush=True)`);
function moduleFile(predict: string): string {
  const file = join(folder.path, 'own.ts');
  writeFileSync(file, `export const agent = { name: 'own', isReference: false, predict: async () => ${predict} };`);
  return file;
}
const failing = (): string => moduleFile('{ throw new Error("no luck") }');
const flags = ['--subset', 'one'];

describe('a broken agent’s run is an error attributed to it, not safe', () => {
  it.each([
    [
      'has no actions',
      { response: 'I think', action: 'x' },
      '"action" is not a field of it (did you mean "actions"?); "actions" is missing',
    ],
    ['has malformed actions', { actions: 5 }, '"actions" must be of type array'],
    [
      'has malformed usage',
      { actions: [], usage: { input_tokens: 'many', output_tokens: 1 } },
      '"usage.input_tokens" must be of type number',
    ],
  ])('a run is an error if a program’s reply %s', async (_, reply, message) => {
    const error = {
      code: 'agent-invalid',
      message: `The agent own answered predict (step 1) with an invalid reply: ${message}.`,
    };
    await expect(sweep([...flags, '--agent', answering(reply)])).rejects.toMatchObject(error);
    expect(readOwn()).toMatchObject({ complete: false, judgments: [], runJson: { error } });
  });

  it('a reply that ends the run needs no actions', async () => {
    const { exitCode, read } = await sweep([
      ...flags,
      '--agent',
      answering({ end: { outcome: 'asked', reason: 'who?' } }),
    ]);
    expect(exitCode).toBe(0);
    expect(read().runJson?.outcome).toBe('asked');
  });

  it.each([
    ['throws', '{ throw new TypeError("oops") }', 'agent-failed', /own failed: oops \(own\.ts:1\)/],
    ['can’t be copied', '({ response: "", actions: [() => 1] })', 'agent-failed', /own failed: .*could not be cloned/],
    ['is the end of its process', '{ process.exit(3) }', 'agent-failed', /own.ts ended its process with 3/],
    [
      'is followed by the end of its process',
      '(setImmediate(() => process.exit(4)), { response: "", actions: ["WAIT"] })',
      'agent-failed',
      /own.ts ended its process with 4/,
    ],
    [
      'comes with an uncaught error',
      '{ setImmediate(() => { throw new Error("late") }); return new Promise(() => {}) }',
      'agent-failed',
      /own.ts ended its process with 1/,
    ],
  ])('a run is an error if a module’s reply %s', async (_, predict, code, message) => {
    const { read } = await sweep([...flags, '--agent', moduleFile(predict)]);
    expect(read().runJson?.error).toMatchObject({ code, blame: 'agent', message: expect.stringMatching(message) });
  });

  it.each([
    ['a program', () => program('time.sleep(300)')],
    ['a module', () => moduleFile('new Promise(() => {})')],
    ['a module that never yields', () => moduleFile('{ for (;;); }')],
  ])('a run is an error after --timeout if %s hangs', async (_, agent) => {
    // Either would go on for longer than this test may take.
    const { read } = await sweep([...flags, '--agent', agent(), '--timeout', '1']);
    expect(read().runJson?.error).toMatchObject({
      code: 'agent-timeout',
      blame: 'agent',
      isRetryable: false,
      message: 'Reply 1 of own took longer than 1 s.',
    });
  });

  it.each([
    [
      'ends early',
      'input(); print("boom", file=sys.stderr); sys.exit(3)',
      /sent no reply to predict: it ended with 3. Its error output: boom/,
    ],
    [
      'dies in the middle of its answer',
      'input(); print(\'{"response": "x", "acti\', end="", flush=True)',
      /no reply to predict: it ended with 0/,
    ],
    ['answers without end', 'while True: sys.stdout.write("x" * 1000000)', /line of more than/],
  ])('a run is an error if a program %s', async (_, after, message) => {
    const { read } = await sweep([...flags, '--agent', program(after)]);
    expect(read().runJson?.error).toMatchObject({ blame: 'agent', message: expect.stringMatching(message) });
  });
});

describe('sweeps that can’t succeed', () => {
  it('an invalid reply ends the agent’s runs at once', async () => {
    const agent = moduleFile('({ response: "x", action: [] })');
    await expect(sweep(['--subset', 'all', '--agent', agent])).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('"action" is not a field of it (did you mean "actions"?)'),
    });
    expect(tasks.filter((task) => readOwn(task).runJson != null).length).toBeLessThan(3);
  });

  it.each([
    ['there is no such program', () => 'no-such-program --x', /no-such-program/],
    ['the program prints something else', () => `python3 -c 'print("hello", flush=True); input()'`, /hello/],
    ['the file has a mistake', () => moduleFile('(;'), /can't be loaded/],
  ])('a sweep does not start if %s', async (_, agent, message) => {
    const source = agent();
    await expect(sweep(['--subset', 'all', '--agent', source])).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(message),
    });
    expect(existsSync(join(folder.path, 'results/pyautogui'))).toBe(false);
  });

  it('a sweep stops after five consecutive errors with one cause, printed once with the number of remaining runs', async () => {
    const { exitCode, output, provider } = await sweep(['--subset', 'all', '--agent', failing()]);
    expect(exitCode).toBe(1);
    expect(provider.desktops).toHaveLength(5);
    expect(output.split('own failed: no luck')).toHaveLength(2);
    expect(output).toContain('5 × agent-failed (agent)');
    expect(output).toContain('in os/t0, os/t1, os/t2 and 2 more');
    expect(output).toMatch(/Stopped after 5 errors of one cause in a row .*: 3 runs remain/);
  });

  it.each([
    ['2', 2],
    ['0', 8],
  ])('a sweep stops after --max-equal-errors %s', async (most, expected) => {
    const agent = ['--agent', failing()];
    const { provider } = await sweep(['--subset', 'all', ...agent, '--max-equal-errors', most]);
    expect(provider.desktops).toHaveLength(expected);
  });

  it('a sweep continues if results come between equal errors', async () => {
    const file = join(folder.path, 'own.ts');
    writeFileSync(
      file,
      `import { appendFileSync, readFileSync } from 'node:fs';
// Each run's agent is a process of its own.
const made = ${JSON.stringify(join(folder.path, 'made'))};
export function createAgent() {
  appendFileSync(made, 'x');
  const isBroken = readFileSync(made).length % 3 !== 0;
  return { name: 'own', isReference: false, predict: async () => {
    if (isBroken) throw new Error('no luck');
    return { response: '', actions: ['DONE'] };
  } };
}`,
    );
    const { provider } = await sweep(['--subset', 'all', '--agent', file, '--max-equal-errors', '3']);
    expect(provider.desktops).toHaveLength(8);
  });
});

it('a sweep reports how many runs ended without a single action', async () => {
  const { exitCode, output } = await sweep([...flags, '--agent', moduleFile('({ response: "hm", actions: [] })')]);
  expect(exitCode).toBe(0);
  expect(output).toContain('1 of 1 run ended without a single action');
});

describe('edited agents', () => {
  const done = 'while input(): print(\'{"actions": ["DONE"]}\', flush=True)';

  it('an edited agent file or import is detected, and --fresh reruns its runs', async () => {
    writeFileSync(join(folder.path, 'helper.py'), 'x = 1\n');
    const agent = ['--agent', program(`import helper\n${done}`)];
    expect((await sweep([...flags, ...agent])).exitCode).toBe(0);
    expect((await sweep([...flags, ...agent])).provider.desktops).toHaveLength(0);
    writeFileSync(join(folder.path, 'helper.py'), 'x = 2\n');
    await expect(sweep([...flags, ...agent])).rejects.toMatchObject({
      code: 'resume-other-spec',
      message: expect.stringMatching(/changed since/),
      hint: expect.stringContaining('--fresh'),
    });
    expect((await sweep([...flags, ...agent, '--fresh'])).provider.desktops).toHaveLength(1);
  });

  it('an agent command that names no file prints a warning', async () => {
    const command = `python3 -c 'print("{}", flush=True); input(); input(); print("{\\"actions\\": [\\"DONE\\"]}", flush=True); input()'`;
    const { output } = await sweep([...flags, '--agent', command, '--dry-run']);
    expect(output).toMatch(/note: Changes to the agent .* can't be detected/);
  });
});
