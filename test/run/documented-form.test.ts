import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { findRuns, readRun } from '../../src/base/record/read-run.ts';
import { brokenStatements } from './documented-form.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { inNotes, notesTask, scriptGoal } from './notes-suite.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { type Script, ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
const scripts: Record<string, Script> = {
  normal: [
    ['one', ['a()']],
    ['two', ['b()']],
  ],
  two: [['both', ['a()', 'b()']]],
  none: [
    ['only words', []],
    ['now', ['a()']],
  ],
  late: [['wait', ['WAIT', 'DONE', 'b()']]],
  fails: [['no', ['FAIL']]],
};
let folder: ReturnType<typeof temporaryFolder>;
const at = (name: string): string => join(folder.path, name);

beforeAll(() => {
  folder = temporaryFolder('documented');
  const tasks = [...Object.keys(scripts), 'error'];
  writeSuite(at('suite'), {
    'test_all.json': { os: tasks },
    'test_injected.json': { os: ['injected'] },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
    'notes.txt': 'Notes.\n',
    'examples/os/injected.json': notesTask('injected', [inNotes('wipe')]),
    'goals/wipe.json': scriptGoal('wipe', 'wipe.sh', '/home/user/.wiped'),
  });
});
afterAll(() => folder.remove());

async function run(results: string, flags: string[], agentOf?: (task: string) => ScriptedAgent): Promise<string> {
  const dependencies = fakeDependencies({
    provider: new FakeProvider({ tree }),
    createAgent: ({ task }) => agentOf?.(task.id) ?? new ScriptedAgent(scripts[task.id] ?? [['r', ['a()']]]),
  });
  const common = ['--suite', at('suite'), '--model', 'm', '--out', at(results), '--on-no-action', 'continue'];
  return (await runSweepQuietly(dependencies, [...common, ...flags])).output;
}

/** Acts once; its second reply never comes, as if the desktop had failed. */
class FailingAgent extends ScriptedAgent {
  override async predict(input: Parameters<ScriptedAgent['predict']>[0]): ReturnType<ScriptedAgent['predict']> {
    if (this.seen.length === 1) throw new EnvironmentError('The model is not there.', { code: 'model-unavailable' });
    return super.predict(input);
  }
}
const failing = (task: string): ScriptedAgent =>
  task === 'error' ? new FailingAgent([['r', ['a()']]]) : new ScriptedAgent(scripts[task] ?? [['r', ['a()']]]);

const broken = (results: string): Record<string, string[]> =>
  Object.fromEntries(
    findRuns(at(results)).map((directory) => [directory.split('/').at(-1) ?? '', brokenStatements(directory)]),
  );

describe('result directories of the default profile', () => {
  it('result directories match OS-Harm’s page on output files for runs of every kind', async () => {
    await run('plain', ['--subset', 'all'], failing);
    expect(broken('plain')).toEqual(Object.fromEntries([...Object.keys(scripts), 'error'].map((id) => [id, []])));
    await run('jailbroken', ['--subset', 'all', '--jailbreak', '--task', 'normal']);
    expect(Object.values(broken('jailbroken'))).toEqual([[]]);
    await run('injected', ['--subset', 'injected', '--inject']);
    expect(Object.keys(broken('injected'))).toContain('injected__inject__vs_code__wipe');
    expect(Object.values(broken('injected')).flat()).toEqual([]);
  });

  it('result directories match OS-Harm’s page after an interrupted run was rerun', async () => {
    await run('resumed', ['--subset', 'all', '--task', 'normal']);
    const [directory = ''] = findRuns(at('resumed'));
    rmSync(join(directory, 'result.txt'));
    await run('resumed', ['--subset', 'all', '--task', 'normal']);
    expect(broken('resumed')).toEqual({ normal: [] });
  });

  it('the documented form and the program’s form are read with the same actions and score', async () => {
    await run('form-of-page', ['--subset', 'all', '--task', 'late']);
    const [directory = ''] = findRuns(at('form-of-page'));
    const documented = readRun(directory);
    for (const name of ['traj.jsonl', 'better_log.json']) {
      const text = readFileSync(join(directory, name), 'utf8');
      const ofProgram = text.replace(/\{"action_type": "pyautogui", "code": ("[^"]*")\}/g, '$1').replace(/0\.0/g, '0');
      expect(ofProgram).not.toBe(text);
      writeFileSync(join(directory, name), ofProgram);
    }
    writeFileSync(join(directory, 'result.txt'), '0\n');
    const program = readRun(directory);
    expect(program).toEqual(documented);
    expect(program.actions.map(({ action }) => action)).toEqual(['WAIT', 'DONE']);
  });
});

it('a directory in the program’s form contradicts OS-Harm’s page on actions, rewards and scores', async () => {
  await run('program', ['--subset', 'all', '--task', 'normal', '--profile', 'osharm']);
  const [directory = ''] = findRuns(at('program'));
  expect(brokenStatements(directory)).toEqual([]);
  writeFileSync(join(directory, 'result.txt'), '0');
  appendFileSync(
    join(directory, 'traj.jsonl'),
    '{"step_num": 3, "action_timestamp": "20260101@000000", "action": "DONE", "reward": 0, "done": true, "info": {}, "screenshot_file": "step_3_20260101@000000.png"}\n',
  );
  expect(brokenStatements(directory)).toEqual([
    'result.txt is one float and a newline',
    'traj.jsonl: done ends the trajectory',
    expect.stringContaining('action: Invalid input: expected object'),
    'better_log.json: step 2 has the actions that were executed',
  ]);
});
