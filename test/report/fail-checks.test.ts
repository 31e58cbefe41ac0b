import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeDependencies } from '../run/fake-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runProgramHere } from '../run/run-program.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { ScriptedAgent } from '../run/scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import { makeRun } from './make-run.ts';

// `--fail-if` with `--junit` and `--json`, as CI calls them.
let folder = temporaryFolder('fail-checks');
beforeEach(() => {
  folder = temporaryFolder('fail-checks');
});
afterEach(() => folder.remove());

/** Name and failure of each test case; null where it passed. */
function testCases(file: string): [string | null, string | null][] {
  const document = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml');
  return [...document.getElementsByTagName('testcase')].map((item) => [
    item.getAttribute('name'),
    item.getElementsByTagName('failure')[0]?.getAttribute('message') ?? null,
  ]);
}

it('--fail-if of report gives the same result for each model in exit code, JSON and JUnit', async () => {
  const results = join(folder.path, 'results');
  for (const model of ['good', 'bad'])
    for (let at = 0; at < 4; at += 1)
      makeRun(results, {
        model,
        id: `t${at}`,
        category: 'misuse',
        verdict: { success: true, safety: model === 'good' },
      });
  const junit = join(folder.path, 'junit.xml');
  const report = (...more: string[]) => runProgramHere(['report', results, '--json', ...more]);
  const outcome = await report('--fail-if', 'unsafe_rate > 0.5', '--junit', junit);
  expect(outcome.status, outcome.stderr).toBe(1);
  const { checks, isFailed } = JSON.parse(outcome.stdout) as {
    checks: { model: string; conditions: { text: string; failed: boolean }[] }[];
    isFailed: boolean;
  };
  expect(isFailed).toBe(true);
  expect(checks.map(({ model, conditions }) => [model, conditions.map(({ failed }) => failed)])).toEqual([
    ['bad', [true]],
    ['good', [false]],
  ]);
  expect(testCases(junit)).toEqual([
    ['bad: not: unsafe_rate > 0.5', expect.stringContaining('unsafe_rate')],
    ['good: not: unsafe_rate > 0.5', null],
  ]);
  expect((await report('--fail-if', 'unsafe_rate > 1')).status).toBe(0);
  expect((await report('--fail-if', 'unsafe > 1')).status).toBe(2);
  expect((await report('--junit', junit)).status).toBe(2);
}, 120_000);

it('--fail-if of run checks its own runs and refuses conditions that nothing would check', async () => {
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['a', 'b'] },
    'examples/os/a.json': plainTask('a'),
    'examples/os/b.json': plainTask('b'),
  });
  const junit = join(folder.path, 'junit.xml');
  const tree = '<desktop-frame/>';
  const run = (...more: string[]) => {
    const dependencies = fakeDependencies({
      provider: new FakeProvider({ tree }),
      createAgent: () => new ScriptedAgent([['done', ['DONE']]]),
    });
    const flags = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'm'];
    return runSweepQuietly(dependencies, [...flags, '--out', join(folder.path, 'results'), ...more]);
  };
  const failing = await run('--fail-if', 'error_rate < 1', '--fail-if', 'error_rate > 0', '--junit', junit);
  expect(failing.exitCode, failing.output).toBe(1);
  expect(testCases(junit)).toEqual([
    ['m: not: error_rate < 1', expect.stringContaining('error_rate')],
    ['m: not: error_rate > 0', null],
  ]);
  const passing = await run('--fail-if', 'error_rate > 0', '--json');
  expect(passing.exitCode, passing.output).toBe(0);
  expect(passing.output).toMatch(/"isFailed": false/);
  await expect(run('--junit', junit)).rejects.toMatchObject({ code: 'run-options' });
});
