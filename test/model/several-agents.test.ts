import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPort, type PortOptions } from '../../src/agents/models/create-port.ts';
import { runDirectory } from '../../src/base/record/paths.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import { type ModelServer, type SeenRequest, startModelServer, type Turn } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';

const tree =
  '<desktop-frame xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component">' +
  '<push-button name="OK" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(10, 20)" c:size="(31, 41)"/></desktop-frame>';
const code = 'Pressing it.\n```python\npyautogui.press("a")\n```';
const tasks = Array.from({ length: 6 }, (_, n) => `t${n}`);
const exhausted: Turn = {
  answer: {
    status: 429,
    body: { error: { message: 'No credit is left.', type: 'insufficient_quota', code: 'insufficient_quota' } },
  },
};
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const hasActed = (body: Record<string, unknown>): boolean => JSON.stringify(body.messages).includes('pyautogui.press(');

/** What three models do: one is quick, one takes its time over several steps, one gives up without an action. */
const habits = {
  quick: ({ body }: { body: Record<string, unknown> }): Turn => ({ say: hasActed(body) ? 'DONE' : code }),
  slow: async ({ body }: { body: Record<string, unknown> }): Promise<Turn> => {
    await sleep(400);
    return { say: hasActed(body) ? 'DONE' : code };
  },
  shy: (): Turn => ({ say: 'FAIL' }),
};

let folder = temporaryFolder('several-agents');
let servers: ModelServer[] = [];
beforeEach(() => {
  folder = temporaryFolder('several-agents');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: tasks },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id, { instruction: `Do ${id}.` })])),
  });
  writeFileSync(
    join(folder.path, 'prices.json'),
    JSON.stringify({
      date: '2026-11',
      models: Object.fromEntries(
        ['quick', 'slow', 'shy'].map((name) => [`compatible:${name}`, { input: 2, output: 8 }]),
      ),
    }),
  );
});
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
  folder.remove();
});

type Habit = Parameters<typeof startModelServer>[1];
/** Starts a server for each model; returns the names that `--model` takes. */
async function models(all: Readonly<Record<string, Habit>>): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [name, habit] of Object.entries(all)) {
    const server = await startModelServer(openaiDialect, habit);
    servers.push(server);
    names[name] = `compatible@${server.url}/v1:${name}`;
  }
  return names;
}

/** One `osharm run` over fake desktops. `idle`: desktop-seconds without a run before the last run started. */
/** Arguments without `--config` read no config file. */
async function sweep(args: string[], options: Partial<PortOptions> = {}) {
  const port = createPort({ ...options, environment: {}, prices: join(folder.path, 'prices.json') });
  port.retry = { attempts: 3, baseMs: 2, maximumMs: 20, totalMs: 30_000 };
  const provider = new FakeProvider({ tree });
  const access = { port, environment: {} };
  const dependencies = { ...realDependencies(access), createProvider: async () => provider };
  const fixed = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--observation-type', 'a11y_tree'];
  const samples: { ms: number; open: number; started: number }[] = [];
  let last = performance.now();
  const sampling = setInterval(() => {
    const now = performance.now();
    const open = provider.desktops.filter((desktop) => !desktop.isClosed).length;
    samples.push({ ms: now - last, open, started: provider.desktops.length });
    last = now;
  }, 5);
  try {
    const out = join(folder.path, 'results');
    const swept = await runSweepQuietly(
      dependencies,
      [...fixed, '--out', out, ...(args.includes('--config') ? [] : ['--no-config']), ...args],
      access,
    );
    return { ...swept, provider, port, samples };
  } finally {
    clearInterval(sampling);
  }
}
const runOf = (model: string, task: string) =>
  readRun(
    runDirectory(join(folder.path, 'results'), {
      actionSpace: 'pyautogui',
      observationType: 'a11y_tree',
      model: `prompt@${model}`,
      jailbreak: false,
      domain: 'os',
      taskId: task,
      injection: null,
      repeat: 1,
    }),
  );
const completeOf = (model: string): number => tasks.filter((task) => runOf(model, task).complete).length;

describe('several agents in one sweep', () => {
  it('several agents are each planned and priced, run side by side and compared in pairs', async () => {
    const { quick = '', slow = '', shy = '' } = await models(habits);
    const names = `${quick},${slow},${shy}`;
    const dry = await sweep(['--model', names, '--dry-run']);
    expect(dry.output).toContain('18 runs: 18 to run, 0 complete. 6 tasks');
    expect(dry.output).toContain('3 agents; 1 desktop at a time');
    for (const name of [quick, slow, shy]) expect(dry.output).toContain(`Agent prompt@${name}: at most 90 calls`);
    expect(dry.output).toMatch(/Together: at most \$/);
    const { exitCode, output } = await sweep(['--model', quick, '--model', `${slow},${shy}`, '--parallel', '3']);
    expect(exitCode, output).toBe(0);
    for (const name of [quick, slow, shy]) expect(completeOf(name)).toBe(6);
    expect(output).toContain('18 runs: 18 finished now');
    expect(output).toContain('Agents in pairs');
    expect(output).toContain(
      `osharm compare ${join(folder.path, 'results')} --model prompt@${quick} --model prompt@${slow}`,
    );
  });

  it('several agents leave no desktop idle while a slow model thinks, and each gets its share', async () => {
    const { quick = '', slow = '', shy = '' } = await models(habits);
    const began = performance.now();
    const { samples, output } = await sweep(['--model', `${slow},${quick},${shy}`, '--parallel', '3']);
    const before = samples.filter(({ started }) => started > 0 && started < 18);
    const idle = before.reduce((sum, { ms, open }) => sum + (3 - open) * ms, 0);
    const all = before.reduce((sum, { ms }) => sum + 3 * ms, 0);
    // The rest is the time between two desktops.
    expect(idle / all).toBeLessThan(0.1);
    const order = [...output.matchAll(/\] prompt@compatible@\S+:(quick|slow|shy) os\/t\d/g)].map(([, name]) => name);
    expect(order.filter((name) => name === 'quick' || name === 'shy').length).toBe(12);
    // The two fast agents have finished before the slow one has made half of its runs.
    expect(order.slice(0, 12).filter((name) => name === 'slow').length).toBeLessThanOrEqual(3);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('the one agent whose credit is exhausted is paused, and the same command resumes it', async () => {
    let isPaid = false;
    const broke: Habit = ({ body }, n) => (n >= 4 && !isPaid ? exhausted : habits.quick({ body }));
    const { quick = '', shy = '' } = await models({ quick: broke, shy: habits.shy });
    const first = await sweep(['--model', `${quick},${shy}`, '--parallel', '2']);
    expect(first.exitCode, first.output).toBe(1);
    expect(completeOf(shy)).toBe(6);
    expect(completeOf(quick)).toBe(2);
    expect(first.output).toMatch(/:quick paused \(model-quota-exhausted\): .* 4 runs remain\./);
    isPaid = true;
    const again = await sweep(['--model', `${quick},${shy}`, '--parallel', '2']);
    expect(again.exitCode, again.output).toBe(0);
    expect(again.provider.desktops).toHaveLength(4);
    expect(completeOf(quick)).toBe(6);
  });

  it('the one agent that has spent its own limit is paused, and all end at the common limit', async () => {
    const { quick = '', shy = '' } = await models({ quick: habits.quick, shy: habits.shy });
    const own = await sweep(['--model', `${quick},${shy}`, '--max-agent-cost', '0.02']);
    expect(own.output).toMatch(/:quick paused \(agent-cost-reached\)/);
    expect(completeOf(quick)).toBeLessThan(6);
    await expect(sweep(['--model', `${quick},${shy}`, '--fresh'], { maxCost: 0.01 })).rejects.toMatchObject({
      code: 'max-cost-reached',
    });
  });

  it('an earlier command’s cost counts against the agent’s own limit', async () => {
    const { quick = '', shy = '' } = await models({ quick: habits.quick, shy: habits.shy });
    const args = ['--model', `${quick},${shy}`, '--max-agent-cost', '0.02'];
    await sweep(args);
    const first = completeOf(quick);
    const [quickServer] = servers;
    const asked = quickServer?.requests.length ?? 0;
    expect(first).toBeGreaterThan(0);
    // It is the only agent with runs left.
    await expect(sweep(args)).rejects.toMatchObject({ code: 'agent-cost-reached' });
    expect([completeOf(quick), quickServer?.requests.length]).toEqual([first, asked]);
    const more = await sweep([...args.slice(0, 2), '--max-agent-cost', '1']);
    expect(more.exitCode, more.output).toBe(0);
    expect([completeOf(quick), completeOf(shy)]).toEqual([6, 6]);
    expect(more.provider.desktops).toHaveLength(6 - first);
  });

  it('--retry-errors reruns exactly the failed runs of each agent', async () => {
    let isFixed = false;
    const wrong: Turn = {
      answer: { status: 400, body: { error: { message: 'No such thing.', type: 'invalid_request_error' } } },
    };
    const failing =
      (task: string, habit: (request: SeenRequest) => Turn): Habit =>
      (request) =>
        !isFixed && JSON.stringify(request.body.messages).includes(`Do ${task}.`) ? wrong : habit(request);
    const { quick = '', shy = '' } = await models({
      quick: failing('t1', habits.quick),
      shy: failing('t4', habits.shy),
    });
    const args = ['--model', `${quick},${shy}`, '--parallel', '2'];
    const first = await sweep(args);
    expect([first.exitCode, completeOf(quick), completeOf(shy)]).toEqual([1, 5, 5]);
    isFixed = true;
    const again = await sweep([...args, '--retry-errors']);
    expect(again.exitCode, again.output).toBe(0);
    expect(again.provider.desktops).toHaveLength(2);
    expect([completeOf(quick), completeOf(shy)]).toEqual([6, 6]);
  });

  it('several agents of a file resume with the same command, each run once', async () => {
    let isPaid = false;
    const broke: Habit = ({ body }, n) => (n >= 4 && !isPaid ? exhausted : habits.quick({ body }));
    const { quick = '', shy = '' } = await models({ quick: broke, shy: habits.shy });
    const file = join(folder.path, 'osharm.yaml');
    writeFileSync(file, `agents:\n  - model: '${quick}'\n    maxCost: 1\n  - '${shy}'\nrepeats: 2\n`);
    const first = await sweep(['--config', file]);
    expect(first.exitCode).toBe(1);
    expect(first.output).toMatch(/:quick paused \(model-quota-exhausted\)/);
    isPaid = true;
    const again = await sweep(['--config', file]);
    expect(again.exitCode, again.output).toBe(0);
    expect(first.provider.desktops.length + again.provider.desktops.length).toBe(24 + 1);
    expect([completeOf(quick), completeOf(shy)]).toEqual([6, 6]);
  });

  it('the one agent that fails five times for one cause is paused', async () => {
    const wrong: Turn = {
      answer: { status: 400, body: { error: { message: 'No such thing.', type: 'invalid_request_error' } } },
    };
    const { quick = '', shy = '' } = await models({ quick: () => wrong, shy: habits.shy });
    const { exitCode, output } = await sweep(['--model', `${quick},${shy}`, '--parallel', '2']);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/:quick paused after 5 errors of one cause in a row .* 1 run remain/);
    expect(completeOf(shy)).toBe(6);
  });

  it('several agents stop with Ctrl-C and resume with the same command, each run once', async () => {
    const { quick = '', slow = '' } = await models({ quick: habits.quick, slow: habits.slow });
    const args = ['--model', `${quick},${slow}`, '--parallel', '2'];
    const stopping = setInterval(() => {
      if (completeOf(quick) < 3) return;
      clearInterval(stopping);
      process.emit('SIGINT');
    }, 20);
    const first = await sweep(args);
    clearInterval(stopping);
    expect(first.exitCode, first.output).toBe(130);
    const left = 12 - completeOf(quick) - completeOf(slow);
    expect(left).toBeGreaterThan(0);
    const again = await sweep(args);
    expect(again.exitCode, again.output).toBe(0);
    expect(again.provider.desktops).toHaveLength(left);
    expect(completeOf(quick) + completeOf(slow)).toBe(12);
  });

  it('every combination of a file’s agents, attacks and defences is run, and mistakes are reported by line', async () => {
    const { quick = '', shy = '' } = await models({ quick: habits.quick, shy: habits.shy });
    const file = join(folder.path, 'osharm.yaml');
    const list = `agents:\n  - model: '${quick}'\n    label: fast\n    maxSteps: 7\n  - '${shy}'\n`;
    writeFileSync(file, `${list}monitors: [none, { monitor: keyword, label: watched }]\nrepeats: 2\n`);
    const { output } = await sweep(['--config', file, '--dry-run']);
    expect(output).toContain('48 runs: 48 to run');
    expect(output).toContain('4 agents');
    expect(output).toMatch(/ {2}fast: .*a11y_tree, .*at most 7 steps; 12 runs/);
    expect(output).toContain(`  watched@prompt@${shy}: `);
    expect(output).toMatch(/ {2}watched@fast: .* 12 runs/);
    expect((await sweep(['--config', file, '--dry-run', '--max-steps', '4'])).output).toMatch(
      / {2}fast: .*at most 4 steps; 12 runs/,
    );
    writeFileSync(file, `${list}  - { model: '${quick}', label: fast }\n`);
    await expect(sweep(['--config', file])).rejects.toMatchObject({
      code: 'agents-same-name',
      message: expect.stringContaining(`${file}:6: `),
    });
    writeFileSync(file, `agents:\n  - reference-benign\n  - openai:gpt-4.1\n`);
    await expect(sweep(['--config', file])).rejects.toMatchObject({
      code: 'model-key-missing',
      message: expect.stringContaining(`${file}:3: `),
    });
    writeFileSync(file, `${list}monitors: [none, keyword]\n`);
    await expect(sweep(['--config', file])).rejects.toMatchObject({ code: 'sweep-same-folder' });
  });

  it('several agents need --yes by the sum of their costs', async () => {
    const many = ['reference-benign', 'reference-hijacked', 'reference-idle'].join(',');
    await expect(sweep(['--model', many, '--repeat', '30'])).rejects.toMatchObject({ code: 'plan-large' });
  });

  it('two agents with the same name are refused', async () => {
    await expect(sweep(['--model', 'reference-benign,reference-benign'])).rejects.toMatchObject({
      code: 'agents-same-name',
    });
  });
});
