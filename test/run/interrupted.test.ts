import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRun } from '../../src/base/record/read-run.ts';
import { interruptedWorld, price } from './interrupted-world.ts';
import { runFolder, runSweepQuietly } from './run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const root = new URL('../../', import.meta.url).pathname;
let folder: ReturnType<typeof temporaryFolder>;
const at = (name: string): string => join(folder.path, name);

/** What a process left that was killed while its agent was asked for step 3. */
beforeAll(async () => {
  folder = temporaryFolder('interrupted');
  writeSuite(at('suite'), {
    'test_all.json': { os: ['a'] },
    'examples/os/a.json': plainTask('a', { category: 'misuse' }),
  });
  writeFileSync(at('bill.hang'), '');
  writeFileSync(at('bill'), '');
  const program = [join(root, 'test/run/interrupted-child.ts'), at('suite'), at('killed'), at('bill')];
  const child = spawn(join(root, 'bin/osharm-node'), program, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (billed('bill') < 4) await delay(20);
  child.kill('SIGKILL');
  await ended;
  rmSync(at('bill.hang'));
});
afterAll(() => folder.remove());

const billed = (name: string): number => readFileSync(at(name), 'utf8').split('\n').length - 1;

/** The same sweep again, on a copy of what the killed one left. */
async function again(name: string, options: Parameters<typeof interruptedWorld>[1] = {}, ...flags: string[]) {
  cpSync(at('killed'), at(name), { recursive: true });
  writeFileSync(at(`${name}.bill`), '');
  const { dependencies, provider, agents } = interruptedWorld(at(`${name}.bill`), options);
  const command = ['--suite', at('suite'), '--subset', 'all', '--model', 'm', '--out', at(name), ...flags];
  const { exitCode, output } = await runSweepQuietly(dependencies, command);
  expect(exitCode, output).toBe(0);
  const made = readRun(runFolder(at(name), 'a'));
  const aside = join(`${at(name)}.incomplete`, 'pyautogui/a11y_tree/m/os');
  return {
    made,
    runJson: made.runJson,
    executed: provider.desktops.map((desktop) => desktop.executed),
    agents,
    calls: billed(`${name}.bill`),
    setAside: existsSync(aside) ? readdirSync(aside).map((value) => join(aside, value)) : [],
  };
}
const acts = [0, 1, 2, 3, 4].map((step) => `act(${step})`);

describe('runs whose process was killed', () => {
  it('a killed run resumes at its last step, and its cost is counted once', async () => {
    const { made, runJson, executed, agents, calls, setAside } = await again('same');
    expect(executed).toEqual([acts]);
    expect(agents.map(({ remembered }) => remembered)).toEqual([['reply 0', 'reply 1', 'reply 2']]);
    expect(calls).toBe(3);
    expect(runJson).toMatchObject({
      outcome: 'done',
      resumed: { from: setAside[0], steps: 3 },
      attempts: [],
      tokens: { agent: { calls: 6, inputTokens: 60, outputTokens: 6, costUsd: 6 * price } },
    });
    expect(made.betterLog?.steps.map(({ response }) => response)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `reply ${n}`));
    expect(readFileSync(join(made.directory, 'calls.jsonl'), 'utf8').trim().split('\n')).toHaveLength(6);
    expect(setAside).toHaveLength(1);
  });

  it('a killed run restarts if its steps lead to another state, and says so', async () => {
    const { runJson, executed, calls, setAside } = await again('other', { isOther: true });
    expect(executed).toEqual([acts.slice(0, 2), acts]);
    expect(calls).toBe(6);
    expect(runJson).toMatchObject({
      outcome: 'done',
      resumed: null,
      attempts: [{ error: { code: 'interrupted-state' }, tokens: { agent: { calls: 3, costUsd: 3 * price } } }],
      tokens: { agent: { calls: 6, costUsd: 6 * price } },
    });
    expect(runJson?.attempts[0]?.error.message).toMatch(/before step 3 .*\/home\/user\/made/);
    expect(setAside).toHaveLength(2);
  });

  it('a killed run restarts if its agent can’t resume, and its cost is counted', async () => {
    const { runJson, executed, calls } = await again('forgetful', { canRemember: false });
    expect(executed).toEqual([acts]);
    expect(calls).toBe(6);
    expect(runJson).toMatchObject({
      resumed: null,
      attempts: [{ error: { code: 'interrupted' }, tokens: { agent: { calls: 3, costUsd: 3 * price } } }],
    });
  });

  it('a killed run restarts under other settings', async () => {
    const { runJson, calls } = await again('settings', {}, '--max-steps', '7');
    expect(runJson).toMatchObject({ resumed: null, outcome: 'done' });
    expect(calls).toBe(6);
  });
});
