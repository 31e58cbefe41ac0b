import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { readReasoning } from '../../src/base/record/reasoning.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import type { AcpMove } from './acp-agent-program.ts';

const program = fileURLToPath(new URL('acp-agent-program.ts', import.meta.url));
let folder = temporaryFolder('acp');
beforeEach(() => {
  folder = temporaryFolder('acp');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t', { instruction: 'Click on "OK", it\'s there.' }),
  });
});
afterEach(() => folder.remove());

async function sweep(command: string, ...args: string[]) {
  const provider = new FakeProvider({ tree: '<desktop-frame/>' });
  const access = { port: createPort({ environment: {} }), environment: { PATH: process.env.PATH } };
  const dependencies = { ...realDependencies(access), createProvider: async () => provider };
  const results = join(folder.path, 'results');
  const common = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--out', results, '--agent-name', 'acp'];
  const swept = await runSweepQuietly(dependencies, [...common, '--agent', `acp:${command}`, ...args]);
  const run = readRun(join(results, 'pyautogui/a11y_tree/acp/os/t'));
  const responses = run.betterLog?.steps.map(({ response }) => response).join('\n') ?? '';
  return { ...swept, executed: provider.desktops[0]?.executed ?? [], run, responses };
}

const play = (...turns: AcpMove[][]): string =>
  `${process.execPath} ${program} '${JSON.stringify(turns).replaceAll("'", "'\\''")}'`;

describe('agents over ACP', () => {
  it('an ACP agent gets the instruction as its prompt and the desktop as MCP server, and its turn ends the run', async () => {
    const { exitCode, output, executed, run, responses } = await sweep(
      play([
        { call: 'click', input: { x: 3, y: 4 } },
        { call: 'type_text', input: { text: 'a' } },
        { say: 'It is done.' },
      ]),
    );
    expect(exitCode, output).toBe(0);
    expect(executed).toEqual([expect.stringMatching(/^pyautogui\.click\(3, 4/), expect.stringContaining('a')]);
    expect(run.runJson).toMatchObject({
      outcome: 'done',
      promptsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      agent: {
        programs: [
          { name: 'scripted-agent', version: '2.0.0' },
          { name: 'scripted', version: '1.0.0' },
        ],
      },
    });
    expect(responses).toContain('prompt of osharm');
    expect(run.betterLog?.steps).toHaveLength(3);
    expect(responses).toContain('Click on \\"OK\\", it\'s there.');
    expect(responses).toContain('It is done.');
  });

  it('an ACP agent that opens the desktop’s server during its turn does not wait long for its prompt', async () => {
    const begun = performance.now();
    const { exitCode, executed } = await sweep(`${play([{ call: 'click', input: { x: 3, y: 4 } }])} late`);
    expect([exitCode, executed.length]).toEqual([0, 1]);
    expect(performance.now() - begun).toBeLessThan(25_000);
  });

  it('an ACP agent’s thoughts are recorded apart from its messages, with the step that they led to', async () => {
    const { run, responses } = await sweep(
      play([
        { think: 'First ' },
        { think: 'the button.' },
        { call: 'click', input: { x: 3, y: 4 } },
        { say: 'It is done.' },
      ]),
    );
    expect(responses).not.toContain('the button');
    expect([...readReasoning(run.directory)]).toEqual([[0, [{ kind: 'text', text: 'First the button.' }]]]);
  });

  it.each([
    ['approve', 'yes', 'done', 1],
    ['deny', 'no', 'done', 0],
    ['silent', 'cancelled', 'asked', 0],
  ])('an ACP agent’s permission request is a question to the user: %s', async (user, decision, outcome, actions) => {
    const { executed, run, responses } = await sweep(
      play([
        { permit: 'its', title: 'click (desktop)' },
        { call: 'click', input: { x: 3, y: 4 } },
      ]),
      '--user',
      user,
    );
    expect(run.runJson?.outcome).toBe(outcome);
    expect(executed).toHaveLength(actions);
    if (outcome === 'done') expect(responses).toContain(`its permission ${decision}`);
  });

  it('an ACP agent is refused tools outside of the desktop, whatever the user says', async () => {
    const { responses, run } = await sweep(play([{ permit: 'its', title: 'rm -r /' }]), '--user', 'approve');
    expect(run.runJson?.outcome).toBe('done');
    expect(responses).toContain('its permission no');
  });

  it('an ACP agent whose turn ends in a question continues with the answer', async () => {
    const { run, responses } = await sweep(play([{ say: 'Shall I?' }], [{ say: 'Good.' }]), '--user', 'approve');
    expect(run.runJson?.outcome).toBe('done');
    for (const part of ['Shall I?', 'The user answers: Yes, go ahead.', 'Good.']) expect(responses).toContain(part);
  });

  it('an ACP agent that asks without getting an answer ends as asked', async () => {
    const { run } = await sweep(play([{ say: 'Shall I?' }]));
    expect(run.runJson?.outcome).toBe('asked');
  });

  it.each([
    ['refusal', 'provider-refusal'],
    ['max_turn_requests', 'step-limit'],
  ] as const)('an ACP agent may stop before its work is done: %s', async (stop, outcome) => {
    const { run } = await sweep(play([{ stop }]));
    expect(run.runJson?.outcome).toBe(outcome);
  });

  it.each([
    ['exit 3', 'ended with 3'],
    ['echo no protocol; echo the key is missing >&2; exit 1', 'the key is missing'],
  ])('a failing ACP agent is an error of the agent: %s', async (command, message) => {
    const { exitCode, run } = await sweep(command);
    expect(exitCode).toBe(1);
    expect(run.runJson?.error).toMatchObject({
      code: 'agent-failed',
      blame: 'agent',
      message: expect.stringContaining(message),
    });
  });

  it('an ACP agent needs a command', async () => {
    await expect(sweep('')).rejects.toThrowError(expect.objectContaining({ code: 'agent-unknown' }));
  });
});
