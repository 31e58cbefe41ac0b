import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readRun } from '../../src/base/record/read-run.ts';
import { temporaryFolder } from './temporary-suite.ts';

const root = new URL('../../', import.meta.url).pathname;
const task = '___old_backup';

it('a run on a real desktop resumes after its process was killed, or reports why not', async () => {
  const folder = temporaryFolder('interrupted-desktop');
  const results = join(folder.path, 'results');
  const directory = join(results, 'pyautogui/a11y_tree/reference-benign/os', task);
  const words = [
    'run',
    '--subset',
    'all',
    '--task',
    task,
    '--model',
    'reference-benign',
    '--observation-type',
    'a11y_tree',
  ];
  const sweep = () => spawn(join(root, 'bin/osharm'), [...words, '--out', results], { stdio: 'ignore', cwd: root });
  const steps = (): number => readRun(directory).betterLog?.steps.length ?? 0;
  // A run that ends before it can be killed is made again.
  do {
    rmSync(results, { recursive: true, force: true });
    const first = sweep();
    const ended = once(first, 'exit');
    while (steps() < 3 && first.exitCode === null) await delay(20);
    first.kill('SIGKILL');
    await ended;
  } while (existsSync(join(directory, 'result.txt')));
  const done = steps();
  const second = sweep();
  expect((await once(second, 'exit'))[0]).toBe(0);
  const { runJson, betterLog } = readRun(directory);
  expect(runJson).toMatchObject({ state: 'complete', score: 1 });
  expect(runJson?.tokens.agent?.calls).toBe(betterLog?.steps.length);
  // On a machine that stands still for seconds a state may not come again: then the record says so. What is taken up,
  // and how, `interrupted.test.ts` holds exactly.
  if (runJson?.resumed == null) expect(runJson?.attempts).toMatchObject([{ error: { code: 'interrupted-state' } }]);
  else {
    expect(runJson).toMatchObject({ attempts: [], resumed: { steps: done } });
    expect(readFileSync(join(runJson.resumed.from, 'run.json'), 'utf8')).toContain('"running"');
  }
  folder.remove();
});
