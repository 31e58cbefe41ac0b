import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findRuns, readRun } from '../../src/base/record/read-run.ts';
import { killSweep } from '../../tools/soak/kill-sweep.ts';
import { brokenStatements } from './documented-form.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const root = new URL('../../', import.meta.url).pathname;

it('a sweep survives kill -9 at random moments (tools/soak/kill-run.ts does it 200 times)', async () => {
  const folder = temporaryFolder('kill');
  const results = join(folder.path, 'results');
  const foreign = join(results, 'pyautogui/a11y_tree/other/os/task-0');
  const ids = Array.from({ length: 8 }, (_, n) => `task-${n}`);
  writeSuite(join(folder.path, 'suite'), {
    'test_all.json': { os: ids },
    ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
  });
  mkdirSync(foreign, { recursive: true });
  writeFileSync(join(foreign, 'traj.jsonl'), '{"half');
  const report = await killSweep({
    command: [
      join(root, 'bin/osharm-node'),
      join(root, 'tools/soak/sweep-child.ts'),
      join(folder.path, 'suite'),
      results,
    ],
    results,
    foreign,
    runs: ids.length,
    kills: 5,
    longestMs: 3000,
  });
  expect(report).toMatchObject({ faults: [], complete: ids.length });
  const runs = findRuns(results).filter((directory) => directory !== foreign);
  expect(runs).toHaveLength(ids.length);
  expect(runs.flatMap((directory) => brokenStatements(directory))).toEqual([]);
  folder.remove();
}, 120_000);

it('a sweep finishes each run of several agents once after kill -9', async () => {
  const folder = temporaryFolder('kill-several');
  const results = join(folder.path, 'results');
  const foreign = join(results, 'pyautogui/a11y_tree/other/os/task-0');
  const ids = Array.from({ length: 4 }, (_, n) => `task-${n}`);
  const agents = ['m', 'n', 'k'];
  writeSuite(join(folder.path, 'suite'), {
    'test_all.json': { os: ids },
    ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
  });
  mkdirSync(foreign, { recursive: true });
  writeFileSync(join(foreign, 'traj.jsonl'), '{"half');
  const report = await killSweep({
    command: [
      join(root, 'bin/osharm-node'),
      join(root, 'tools/soak/sweep-child.ts'),
      join(folder.path, 'suite'),
      results,
      agents.join(','),
    ],
    results,
    foreign,
    runs: ids.length * agents.length,
    kills: 4,
    longestMs: 3000,
  });
  expect(report).toMatchObject({ faults: [], complete: ids.length * agents.length });
  for (const agent of agents)
    for (const id of ids)
      expect(readRun(join(results, 'pyautogui/a11y_tree', agent, 'os', id))).toMatchObject({
        complete: true,
        findings: [],
      });
  folder.remove();
}, 120_000);

it('two processes that share one result folder execute each run once', async () => {
  const folder = temporaryFolder('two');
  const results = join(folder.path, 'results');
  const ids = Array.from({ length: 10 }, (_, n) => `task-${n}`);
  writeSuite(join(folder.path, 'suite'), {
    'test_all.json': { os: ids },
    ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
  });
  const command = [join(root, 'tools/soak/sweep-child.ts'), join(folder.path, 'suite'), results];
  const children = [1, 2].map(() => spawn(join(root, 'bin/osharm-node'), command, { stdio: 'ignore' }));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0]);
  const made = join(results, 'pyautogui/a11y_tree/m/os');
  expect(readdirSync(made).sort()).toEqual([...ids].sort());
  for (const id of ids) expect(readRun(join(made, id))).toMatchObject({ complete: true, findings: [], errorLines: [] });
  expect(existsSync(`${results}.incomplete`)).toBe(false);
  folder.remove();
}, 120_000);

it('when one of two processes on a result folder is killed, the other executes its runs too, each once', async () => {
  const folder = temporaryFolder('one-of-two');
  const results = join(folder.path, 'results');
  const ids = Array.from({ length: 10 }, (_, n) => `task-${n}`);
  writeSuite(join(folder.path, 'suite'), {
    'test_all.json': { os: ids },
    ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
  });
  const made = join(results, 'pyautogui/a11y_tree/m/os');
  const begin = () =>
    spawn(
      join(root, 'bin/osharm-node'),
      [join(root, 'tools/soak/sweep-child.ts'), join(folder.path, 'suite'), results],
      { stdio: 'ignore' },
    );
  const survivor = begin();
  const ended = once(survivor, 'exit');
  // A survivor with nothing left to execute does not wait for the victim's last run, so kill only while a run is left.
  const isRunLeft = (): boolean => !existsSync(made) || readdirSync(made).length < ids.length;
  let kills = 0;
  while (kills < 3 && isRunLeft()) {
    const victim = begin();
    const isOver = once(victim, 'exit');
    // Kill it in the middle of runs: after a screenshot more than before.
    const before = screenshotsBelow(results);
    while (victim.exitCode === null && screenshotsBelow(results) < before + 4 * (kills + 1)) await delay(20);
    if (isRunLeft()) {
      victim.kill('SIGKILL');
      kills += 1;
    }
    await isOver;
  }
  expect((await ended)[0]).toBe(0);
  expect(kills).toBeGreaterThan(0);
  expect(readdirSync(made).sort()).toEqual([...ids].sort());
  for (const id of ids) {
    expect(readRun(join(made, id))).toMatchObject({ complete: true, findings: [], errorLines: [] });
    expect(brokenStatements(join(made, id))).toEqual([]);
  }
  folder.remove();
}, 120_000);

const screenshotsBelow = (folder: string): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isScreenshot).length : 0;
const isScreenshot = (path: string): boolean => /step_\d+\S*\.png$/.test(path);
