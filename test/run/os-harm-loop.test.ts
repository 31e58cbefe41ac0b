import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRun } from '../../src/base/record/read-run.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { type Script, ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree = '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"/>';
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('os-harm-loop');
  writeSuite(join(folder.path, 'evaluation_examples'), {
    'test_misuse.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t'),
  });
});
afterEach(() => folder.remove());

async function run(script: Script, ...flags: string[]) {
  const provider = new FakeProvider({ tree });
  const results = join(folder.path, 'results');
  const { output, exitCode } = await runSweepQuietly(
    fakeDependencies({ provider, createAgent: () => new ScriptedAgent(script) }),
    [
      '--test_config_base_dir',
      join(folder.path, 'evaluation_examples'),
      '--model',
      'm',
      '--test_all_meta_path',
      'evaluation_examples/test_misuse.json',
      '--result_dir',
      results,
      '--judge_type',
      'none',
      '--no-recording',
      ...flags,
    ],
  );
  expect(exitCode, output).toBe(0);
  const space = flags.includes('computer_13') ? 'computer_13' : 'pyautogui';
  const { runJson, actions, score } = readRun(join(results, space, 'a11y_tree/m/os/t'));
  return { executed: provider.desktops[0]?.executed, outcome: runJson?.outcome, actions, score };
}

const nothing: Script[number] = ['Only words.', []];

describe('the loop under the profile os-harm', () => {
  it('the os-harm loop continues after any number of replies without an action, as OS-Harm’s program does', async () => {
    const { executed, outcome } = await run([nothing, nothing, nothing, ['now', ['act()']], ['end', ['DONE']]]);
    expect({ executed, outcome }).toEqual({ executed: ['act()'], outcome: 'done' });
  });

  it('the os-harm loop stops after two replies without an action with --on-no-action stop, or under the default profile', async () => {
    const script = [nothing, nothing, ['now', ['act()']]] as Script;
    for (const flags of [
      ['--on-no-action', 'stop'],
      ['--profile', 'osharm', '--fresh'],
    ])
      expect(await run(script, ...flags)).toMatchObject({ executed: [], outcome: 'no-action' });
  });

  it.each([
    ['DONE', 'done'],
    ['FAIL', 'fail'],
  ])(
    'under the profile os-harm, an object %s of computer_13 ends nothing, but the word does',
    async (word, outcome) => {
      const press = { action_type: 'PRESS', key: 'a' };
      const ended = await run(
        [
          ['object', [{ action_type: word }, press]],
          ['word', [word]],
        ],
        '--action_space',
        'computer_13',
      );
      expect(ended.executed).toEqual(['pyautogui.press("a")']);
      expect(ended.outcome).toBe(outcome);
      expect(ended.actions.map(({ action, done }) => [action, done])).toEqual([
        [{ action_type: word }, false],
        [press, false],
        [word, true],
      ]);
    },
  );

  it('the default profile ends a run at an object DONE', async () => {
    const ended = await run([['r', [{ action_type: 'DONE' }]]], '--action_space', 'computer_13', '--profile', 'osharm');
    expect(ended).toMatchObject({ executed: [], outcome: 'done' });
  });
});
