import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '../../../src/agents/agent.ts';
import { createPort } from '../../../src/agents/models/create-port.ts';
import { createUser, type User } from '../../../src/agents/user.ts';
import { readRun } from '../../../src/base/record/read-run.ts';
import { SandboxProvider } from '../../../src/desktop/providers/sandbox/sandbox-provider.ts';
import type { RunDependencies } from '../../../src/runs/attempt/dependencies.ts';
import { realDependencies } from '../../../src/runs/sweep/real-dependencies.ts';
import { loadOsworld } from '../../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { getters, metrics } from '../../../src/verdicts/osworld/evaluator/registry.ts';
import type { ImportedTask } from '../../../src/verdicts/osworld/evaluator/task-programs.ts';
import { startModelServer } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { runSweepQuietly } from '../../../test/run/run-sweep.ts';
import { type Script, ScriptedAgent } from '../../../test/run/scripted-agent.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { importTasks } from '../src/program/import-tasks.ts';

// Tasks in OSWorld 2.0's form, from import to score: their Python runs in a desktop of its own.

const tasks = fileURLToPath(new URL('osworld-2', import.meta.url));
const folder = temporaryFolder('osworld-2');
const suite = join(folder.path, 'suite');
const provider = new SandboxProvider();
const desk = '/home/user/Desktop';
let imported: ImportedTask[] = [];

beforeAll(async () => {
  await loadOsworld();
  const assets = join(folder.path, 'assets');
  mkdirSync(join(assets, 'task_001'), { recursive: true });
  cpSync(join(tasks, 'hours.csv'), join(assets, 'task_001/hours.csv'));
  imported = await importTasks(
    {
      folder: tasks,
      out: suite,
      assets,
      offered: { getters: new Set(getters.keys()), metrics: new Set(metrics.keys()) },
      createDesktop: (signal) => provider.create({ width: 1280, height: 720 }, signal),
    },
    new AbortController().signal,
  );
}, 300_000);
afterAll(async () => {
  await provider.close();
  folder.remove();
});

/** Runs one task; each phase has an agent with the next script. */
async function play(task: string, scripts: (Script | ((user: User) => Promise<Script>))[], flags: string[] = []) {
  const agents: ScriptedAgent[] = [];
  const createAgent: RunDependencies['createAgent'] = async (run, { recordCall }): Promise<Agent> => {
    const script = scripts[agents.length] ?? [];
    const user = createUser({}, { answers: run.task.answers, record: recordCall });
    const agent = new ScriptedAgent(typeof script === 'function' ? await script(user) : script);
    agents.push(agent);
    return agent;
  };
  const dependencies = { ...realDependencies(), checkModel() {}, createProvider: async () => provider, createAgent };
  const results = join(folder.path, `results-${task}-${Math.random()}`);
  const plan = ['--suite', suite, '--subset', 'all', '--task', task, '--observation-type', 'a11y_tree'];
  const { output } = await runSweepQuietly(dependencies, [
    ...plan,
    '--model',
    'm',
    '--max-steps',
    '5',
    '--out',
    results,
    ...flags,
  ]);
  const at = join(results, 'pyautogui/a11y_tree/m/osworld-2', task);
  return { runJson: readRun(at).runJson, at, agents, output };
}

const shell = (command: string) => `import subprocess\nsubprocess.run(${JSON.stringify(command)}, shell=True)`;

it('OSWorld 2.0 tasks are imported with their requirements, without executing any on the host', () => {
  expect(imported).toMatchObject([
    { id: '001', needs: [], phases: 0 },
    { id: '002', needs: [], phases: 3 },
    {
      id: '003',
      needs: [
        'OSWorld 2.0’s self-hosted sites',
        'the Python package that has requests',
        'the getter office_document',
        'the set-up step install_game',
        'access from its evaluator to ports of the desktop',
      ],
      duty: 'play the user',
    },
    { id: '004', needs: [], phases: 0, duty: null },
    { id: '005', needs: [], phases: 0, duty: 'evaluate' },
  ]);
  const first = JSON.parse(readFileSync(join(suite, 'examples/osworld-2/001.json'), 'utf8'));
  expect(first).toMatchObject({
    instruction: expect.stringMatching(/^Sum the column Hours/),
    evaluator: { func: 'program' },
    program: { file: 'programs/task_001.py', phases: [], needs: [] },
  });
});

it('an OSWorld 2.0 task with a missing requirement is skipped with the reason', { timeout: 120_000 }, async () => {
  const started = play('003', []);
  await expect(started).rejects.toMatchObject({
    code: 'plan-nothing-runnable',
    message: expect.stringContaining('needs OSWorld 2.0’s self-hosted sites'),
  });
});

it('an OSWorld 2.0 task gives partial credit by its own checkpoints', { timeout: 300_000 }, async () => {
  const half = await play('001', [[['copy', [shell(`cp ${desk}/hours.csv ${desk}/Archive/`)]]]]);
  expect(half.runJson).toMatchObject({ outcome: 'done', score: 0.4, error: null });
  expect(half.runJson?.check).toMatchObject([{ kind: 'program', holds: false }]);
  expect(JSON.parse(readFileSync(join(half.at, 'result.json'), 'utf8'))).toEqual({
    score: 0.4,
    checkpoints: { total: 0, copy: 0.4 },
    bytes: 38,
  });
  const whole = await play('001', [
    [['all', [shell(`cp ${desk}/hours.csv ${desk}/Archive/; echo 13 > ${desk}/total.txt`)]]],
  ]);
  expect(whole.runJson).toMatchObject({ score: 1, check: [{ kind: 'program', holds: true }] });
  expect(readFileSync(join(whole.at, 'result.txt'), 'utf8').trim()).toBe('1.0');
});

it('an OSWorld 2.0 task is also scored at checkpoints if it allows that', { timeout: 300_000 }, async () => {
  const steps: Script = [
    ['copy', [shell(`cp ${desk}/hours.csv ${desk}/Archive/`)]],
    ['sum', [shell(`echo 13 > ${desk}/total.txt`)]],
  ];
  const { runJson, at } = await play('001', [steps], ['--checkpoint-steps', '1,2']);
  const scored = [1, 2].map((step) => readFileSync(join(at, `result_step_${step}.txt`), 'utf8').trim());
  expect([...scored, runJson?.score]).toEqual(['0.4', '1.0', 1]);
  expect(JSON.parse(readFileSync(join(at, 'result_step_1.json'), 'utf8'))).toMatchObject({ score: 0.4 });
  const phases = await play('002', [[]], ['--checkpoint-steps', '1']);
  expect(existsSync(join(phases.at, 'result_step_1.txt'))).toBe(false);
});

it('an OSWorld 2.0 task has a scripted user, whose conversation the evaluator can read', {
  timeout: 300_000,
}, async () => {
  expect(JSON.parse(readFileSync(join(suite, 'examples/osworld-2/004.json'), 'utf8'))).toMatchObject({
    answers: [
      { about: expect.any(String), answer: '12 March' },
      { about: '^', answer: 'You have to know that.' },
    ],
  });
  const { runJson, at } = await play('004', [
    async (user) => {
      const said = [await user.answer('How many visitors?'), await user.answer('On which DATE?')].join(' ');
      return [['book', [shell(`echo '${said}' > ${desk}/booking.txt`)]]];
    },
  ]);
  expect(runJson).toMatchObject({ score: 1, error: null });
  expect(JSON.parse(readFileSync(join(at, 'result.json'), 'utf8')).asked).toEqual([
    'You have to know that.',
    '12 March',
  ]);
});

it('an OSWorld 2.0 task may use a model as the user and for the evaluator', { timeout: 300_000 }, async () => {
  await expect(play('005', [[]])).rejects.toMatchObject({
    code: 'plan-nothing-runnable',
    message: expect.stringContaining('its evaluator calls a model, so give --task-model'),
  });
  const server = await startModelServer(openaiDialect, ({ body }) => ({ say: replyTo(JSON.stringify(body)) }));
  try {
    const environment = { OPENAI_API_KEY: 'sk-0123456789', OPENAI_BASE_URL: `${server.url}/v1` };
    const port = createPort({ environment });
    const dependencies = { ...realDependencies({ port, environment }), createProvider: async () => provider };
    const results = join(folder.path, 'results-model');
    const flags = ['--suite', suite, '--subset', 'all', '--task', '005', '--observation-type', 'a11y_tree'];
    const models = ['--model', 'openai:gpt-4.1', '--task-model', 'openai:gpt-4o', '--max-steps', '5', '--out', results];
    await runSweepQuietly(dependencies, [...flags, ...models]);
    const at = join(results, 'pyautogui/a11y_tree/prompt@openai%3Agpt-4.1/osworld-2/005');
    const { runJson } = readRun(at);
    expect(runJson).toMatchObject({ outcome: 'done', score: 1, error: null });
    const calls = Object.entries(runJson?.tokens ?? {}).map(([role, tokens]) => [role, tokens.calls, tokens.costUsd]);
    expect(calls).toEqual([
      ['agent', 3, expect.any(Number)],
      ['user', 1, expect.any(Number)],
      ['evaluator', 3, expect.any(Number)],
    ]);
    expect(JSON.parse(readFileSync(join(at, 'result.json'), 'utf8'))).toEqual({
      score: 1,
      answers: ['It is on 12 March, at ten.'],
    });
    const lines = readFileSync(join(at, 'calls.jsonl'), 'utf8').trim().split('\n');
    const roles = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'call');
    expect(roles.map(({ role, model }) => `${role} ${model}`)).toEqual([
      'agent openai:gpt-4.1',
      'user openai:gpt-4o',
      'agent openai:gpt-4.1',
      'agent openai:gpt-4.1',
      ...Array(3).fill('evaluator openai:gpt-4o'),
    ]);
    const played = JSON.stringify(server.requests[1]?.body);
    expect(played).toContain("12 March at 10 o'clock");
    expect(played).toContain('You run a small bakery');
  } finally {
    await server.close();
  }
});

/** What the models of the test reply: the user and the evaluator by what they are asked, the agent one step after another. */
function replyTo(request: string): string {
  if (request.includes('You play the user of a computer')) return 'It is on 12 March, at ten.';
  if (request.includes('Is this text polite?')) return 'YES';
  if (request.includes('Which color has the picture?')) return 'white';
  if (request.includes('Do the two images show the same result?')) return 'Yes';
  if (!request.includes('On which day is the visit?')) return 'On which day is the visit?';
  if (request.includes('You are welcome')) return '```DONE```';
  const command = `echo 'You are welcome on 12 March.' > ${desk}/invitation.txt`;
  return `\`\`\`python\n${shell(command)}\n\`\`\``;
}

it('the phases of an OSWorld 2.0 task run in sequence, each with its own instruction and a fresh agent', {
  timeout: 300_000,
}, async () => {
  const { runJson, agents, at } = await play('002', [
    [['first', [shell(`echo Friday >> ${desk}/plan.txt`)]]],
    [['second', [shell(`echo Tuesday >> ${desk}/plan.txt`)]]],
    [],
  ]);
  expect(agents.map(({ seen }) => seen[0]?.instruction)).toEqual([
    `Add the line Friday to ${desk}/plan.txt.`,
    `Friday was cancelled: add the line Tuesday to ${desk}/plan.txt.`,
    'Nothing changed. Leave the plan as it is.',
  ]);
  expect(runJson).toMatchObject({ outcome: 'done', score: 1, error: null, faults: [] });
  expect(runJson?.milestones.map(({ what, isReached }) => [what, isReached])).toEqual([
    ['Plan', true],
    ['Change', true],
    ['Nothing to do', true],
  ]);
  expect(runJson?.steps.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
  expect(JSON.parse(readFileSync(join(at, 'phase_results.json'), 'utf8'))).toMatchObject([
    { phase_index: 1, phase_name: 'Plan', score: 0.4 },
    { phase_index: 2, score: 0.4 },
    { phase_index: 3, score: 0.2 },
  ]);
});

it('an OSWorld 2.0 task ends at a phase that scores too little', { timeout: 300_000 }, async () => {
  const { runJson, agents } = await play('002', [[]]);
  expect(agents).toHaveLength(1);
  expect(runJson).toMatchObject({ outcome: 'done', score: 0, milestones: [{ id: 'phase-1', isReached: false }] });
});
