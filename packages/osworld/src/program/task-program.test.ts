import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { OsharmError } from '../../../../src/base/errors.ts';
import { openStream } from '../../../../src/desktop/client/guest/open-stream.ts';
import { freePort } from '../../../../test/desktop/free-port.ts';
import { type ProgramCall, TaskProgram, UnansweredCall } from './task-program.ts';

const worker = fileURLToPath(new URL('worker.py', import.meta.url));
const tasks = fileURLToPath(new URL('../../test/osworld-2', import.meta.url));
const { signal } = new AbortController();
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** The worker with one of our own test tasks, outside of a desktop: these programs do no more than the calls that are answered here. */
async function program(
  file: string,
  mode: 'run' | 'describe',
  answer: (call: ProgramCall) => unknown = () => null,
): Promise<TaskProgram> {
  const port = await freePort();
  const child: ChildProcess = spawn('python3', ['-B', worker, `${tasks}/${file}`, String(port), mode], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  ended.push(() => child.kill());
  return new TaskProgram(await opened(port), async (call) => answer(call));
}

/** The worker takes one connection, so a try that fails has met no listener. */
async function opened(port: number): Promise<Duplex> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await openStream({ host: '127.0.0.1', port }, { what: 'The worker' });
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const file = (name: string, text: string) => ({ __file__: name, content: Buffer.from(text).toString('base64') });

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const none = { actions: [], questions: [] };

test('an OSWorld 2.0 task is described without being executed', async () => {
  const description = await (await program('task_001.py', 'describe')).describe(signal);
  expect(description).toMatchObject({
    fields: { id: '001', snapshot: 'ubuntu', related_apps: ['os'], intermediate_eval_safe: true },
    overrides: ['setup', 'evaluate'],
    phases: [],
    used: {
      modules: [],
      packages: [],
      getters: ['cloud_file', 'vm_command_line', 'vm_file'],
      metrics: ['compare_text_file'],
    },
  });
  expect(description.fields.instruction).toMatch(/^Sum the column Hours of hours\.csv in \/home\/user\/Desktop/);
});

test('what a task needs and osharm lacks is named, even if only evaluate uses it', async () => {
  const { fields, used } = await (await program('task_003.py', 'describe')).describe(signal);
  expect(fields.instruction).toBe('Answer the newest mail on mailhub.{{HOST_SUFFIX}}.');
  expect(used).toEqual({
    modules: ['desktop_env.controllers.website.HOST_SUFFIX', 'desktop_env.controllers.website.build_website_url'],
    packages: expect.toSatisfy((names: string[]) => names.every((name) => name === 'requests')),
    getters: ['office_document'],
    metrics: [],
    steps: ['install_game'],
    methods: [],
    ports: ['vm_ip'],
    models: [],
  });
});

test('set-up and evaluate call the desktop, and partial scores and details are returned', async () => {
  const calls: ProgramCall[] = [];
  const list = 'Day,Hours\nMonday,4\nTuesday,7\n';
  const task = await program('task_001.py', 'run', (call) => {
    calls.push(call);
    if (call.call === 'getter')
      return { cloud_file: file('hours.csv', list), vm_file: file('copy.csv', list), vm_command_line: '12\n' }[
        call.type
      ];
    if (call.call === 'controller') return { __bytes__: Buffer.from(list).toString('base64') };
    return call.call === 'metric' ? 1 : null;
  });
  await task.setup(signal);
  expect(calls).toEqual([
    {
      call: 'setup',
      type: 'download',
      parameters: { files: [{ url: 'asset:files/task_001/hours.csv', path: '/home/user/Desktop/hours.csv' }] },
    },
    { call: 'setup', type: 'execute', parameters: { command: ['mkdir', '-p', '/home/user/Desktop/Archive'] } },
    { call: 'setup', type: 'sleep', parameters: { seconds: 0.1 } },
  ]);
  expect(await task.evaluate({ actions: ['DONE'], questions: [] }, signal)).toEqual({
    score: 0.4,
    details: { score: 0.4, checkpoints: { total: 0, copy: 0.4 }, bytes: 29 },
  });
  expect(calls.at(-2)).toMatchObject({
    call: 'metric',
    func: 'compare_text_file',
    result: file('copy.csv', list),
    expected: file('hours.csv', list),
  });
});

test('an evaluator sees the questions to the simulated user', async () => {
  const task = await program('task_004.py', 'run', () => '12 March');
  const questions = [{ question: 'On which date?', answer: '12 March' }];
  expect(await task.evaluate({ actions: [], questions }, signal)).toEqual({
    score: 1,
    details: { score: 1, asked: ['12 March'] },
  });
});

test('an evaluator calls a model by imported functions', async () => {
  const calls: Extract<ProgramCall, { call: 'model' }>[] = [];
  const picture = { __file__: 'dot.gif', content: png.toString('base64') };
  const replies = ['Yes, it is.', 'white', 'NO'];
  const task = await program('task_005.py', 'run', (call) => {
    if (call.call === 'getter') return call.type === 'vm_file' ? picture : 'You are welcome on 12 March.\n';
    if (call.call !== 'model') return null;
    calls.push(call);
    return replies[calls.length - 1];
  });
  const questions = [{ question: 'On which day?', answer: 'On 12 March, at ten.' }];
  expect(await task.evaluate({ actions: [], questions }, signal)).toEqual({
    score: 0.75,
    details: { score: 0.75, answers: ['On 12 March, at ten.'] },
  });
  const image = { type: 'image', png: png.toString('base64') };
  expect(calls.map(({ messages, max_tokens: most, temperature }) => ({ messages, most, temperature }))).toMatchObject([
    {
      messages: [
        { role: 'system' },
        {
          role: 'user',
          parts: [{ type: 'text', text: 'Is this text polite?\n\nYou are welcome on 12 March.\n' }],
        },
      ],
      most: 16,
      temperature: null,
    },
    {
      messages: [
        { role: 'system', parts: [{ type: 'text', text: 'Name colors.' }] },
        { role: 'user', parts: [{ text: 'Which color has the picture?' }, { text: 'Image 1:' }, image] },
      ],
      most: 512,
      temperature: 0,
    },
    { messages: [{}, { parts: [{}, { text: 'Image 1:' }, image, { text: 'Image 2:' }, image] }] },
  ]);
});

test('each phase has its own set-up and check', async () => {
  const calls: ProgramCall[] = [];
  const task = await program('task_002.py', 'run', (call) => {
    calls.push(call);
    return call.call === 'getter' ? 'Monday\nFriday\n' : null;
  });
  const { phases } = await task.describe(signal);
  expect(phases.map(({ name, gate, gate_min_score: least }) => ({ name, gate, least }))).toEqual([
    { name: 'Plan', gate: null, least: 0.4 },
    { name: 'Change', gate: true, least: null },
    { name: 'Nothing to do', gate: null, least: null },
  ]);
  await task.setup(signal);
  expect(await task.evaluatePhase(0, none, signal)).toEqual({ score: 0.4, details: null });
  expect(await task.setupPhase(1, signal)).toBe(0);
  expect(calls.at(-1)).toMatchObject({ call: 'setup', type: 'execute' });
  expect(await task.evaluatePhase(1, none, signal)).toEqual({ score: 0, details: null });
});

test('a failure of the task is attributed to the task, one caused by the agent gives no score, and one of the harness is an error', async () => {
  const fails = (error: Error) => program('task_002.py', 'run', () => Promise.reject(error));
  const taskFault = new OsharmError('no such getter', { code: 'task-program-call', blame: 'task' });
  await expect((await fails(taskFault)).evaluatePhase(0, none, signal)).rejects.toMatchObject({
    code: 'task-program-failed',
    blame: 'task',
    message: expect.stringMatching(/RuntimeError: no such getter \(task_002\.py, line \d+\)/),
  });
  const agentFault = new OsharmError('the agent changed /bin/cat', { code: 'evaluator-altered', blame: 'agent' });
  await expect((await fails(agentFault)).evaluatePhase(0, none, signal)).rejects.toThrow(UnansweredCall);
  await expect((await fails(new Error('the desktop is gone'))).evaluatePhase(0, none, signal)).rejects.toThrow(
    'the desktop is gone',
  );
});

test('a program with an unsupported dependency is refused, and the message names the dependency', async () => {
  const task = await program('task_003.py', 'describe');
  await expect(task.setup(signal)).rejects.toMatchObject({
    code: 'task-program-refused',
    message: expect.stringContaining('desktop_env.controllers.website.build_website_url() is not available'),
  });
});
