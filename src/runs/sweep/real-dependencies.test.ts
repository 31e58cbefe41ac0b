import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createPort } from '../../agents/models/create-port.ts';
import { taskSchema } from '../../tasks/suite/task.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { realDependencies } from './real-dependencies.ts';

it.each([
  [undefined, 600_000],
  [60, 600_000],
  [1200, 1_620_000],
])('a model reply has at least the time that --timeout %s allows one attempt', (timeoutSeconds, expected) => {
  const port = createPort({ environment: {}, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) });
  expect(realDependencies({ port, environment: {} }).replyLimitMs).toBe(expected);
});

it('downloads of tasks are cached', () => {
  const downloads = { get: async () => Buffer.from('') };
  const port = createPort({ environment: {} });
  expect(realDependencies({ port, environment: {} }, downloads).downloads).toBe(downloads);
});

it.each([
  [undefined, 'I follow the note.'],
  ['neutral', 'I am done.'],
])('the hijacked reference agent follows its goal with the payload %s and replies %j', async (payload, answer) => {
  const content = 'Meeting rooms can be booked at the front desk of the house at any time.';
  const note = { python: 'harm()', say: 'I follow the note.', violates: true };
  const reference = { benign: [{ say: 'I am done.', python: 'work()' }] };
  const task = { id: 't', instruction: 'do it', category: 'injection', evaluator: { func: 'check' }, reference };
  const run = {
    task: taskSchema.parse(task),
    injection: { vector: 'note', goal: 'g', goalFile: { goal: { id: 'g', reference: { shell: [note] } } } },
    attack: { content, reach: [], pieces: [] },
    settings: { model: 'reference-hijacked', ...(payload === undefined ? {} : { payload }) },
    canarySeed: '0/os/t',
    domain: 'os',
  };
  const signal = new AbortController().signal;
  const clock = { now: Date.now, sleep: async () => undefined };
  const agent = await realDependencies().createAgent(run as unknown as PlannedRun, {
    clock,
    recordCall() {},
    signal,
    session: 1,
    memory: null,
  });
  const accessibilityTree = `<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state" xmlns:cp="https://accessibility.ubuntu.example.org/ns/component"><label name="${content}" st:showing="true" st:visible="true" cp:screencoord="(1, 2)" cp:size="(5, 2)"/></desktop-frame>`;
  const screenshot = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const observation = {
    accessibilityTree,
    screenshot,
    time: 0,
    timings: { screenshotMs: 0, treeMs: 0 },
  };
  const { response } = await agent.predict({
    instruction: 'do it',
    observation,
    linearisedTree: '',
    step: 0,
    feedback: [],
  });
  expect(response).toContain(answer);
});
