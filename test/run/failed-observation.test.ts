import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRun } from '../../src/base/record/read-run.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree = '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"/>';
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('failed-observation');
  writeSuite(join(folder.path, 'evaluation_examples'), {
    'test_misuse.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t'),
  });
});
afterEach(() => folder.remove());

/** A run whose tree can't be read after its second action. */
async function run(profile: string, recording: string) {
  const observed = 2;
  const provider = new FakeProvider({
    tree,
    onObserve: (n) => {
      if (n === observed) throw new Error('the tree has no end');
    },
  });
  const results = join(folder.path, 'results');
  await runSweepQuietly(
    fakeDependencies({
      provider,
      createAgent: () =>
        new ScriptedAgent([
          ['one', ['first()']],
          ['two', ['second()']],
          ['three', ['third()']],
        ]),
    }),
    [
      '--suite',
      join(folder.path, 'evaluation_examples'),
      '--profile',
      profile,
      '--model',
      'm',
      '--subset',
      'misuse',
      '--out',
      results,
      '--judge_type',
      'none',
      recording,
    ],
  );
  const directory = join(results, 'pyautogui/a11y_tree/m/os/t');
  return readRun(directory);
}

describe.each(['osharm', 'os-harm'])(
  'a run of the profile %s whose desktop can’t be observed after an action',
  (profile) => {
    it('a run that can’t be observed after an action keeps that action’s line and screenshot before the error', async () => {
      const { directory, actions, runJson, errorLines } = await run(profile, '--recording');
      expect(runJson?.outcome).toBe('error');
      expect(actions.map(({ stepNumber }) => stepNumber)).toEqual([1, 2]);
      expect(errorLines).toHaveLength(1);
      expect(readdirSync(directory)).toContain(actions[1]?.screenshotFile);
    });

    it('a run that can’t be observed after an action keeps its video', async () => {
      const { directory } = await run(profile, '--recording');
      expect(existsSync(join(directory, 'recording.mp4'))).toBe(true);
    });
  },
);
