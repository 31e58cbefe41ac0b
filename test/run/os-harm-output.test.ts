import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree = '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"/>';
let folder: ReturnType<typeof temporaryFolder>;
let before: string;
beforeEach(() => {
  folder = temporaryFolder('os-harm-output');
  before = process.cwd();
  process.chdir(folder.path);
  writeSuite(join(folder.path, 'evaluation_examples'), {
    'test_misuse.json': { os: ['_a', '_b'] },
    'examples/os/_a.json': plainTask('_a'),
    'examples/os/_b.json': plainTask('_b'),
  });
});
afterEach(() => {
  process.chdir(before);
  folder.remove();
});
const run = (...more: string[]) =>
  runSweepQuietly(
    fakeDependencies({
      provider: new FakeProvider({ tree }),
      createAgent: ({ task }) => new ScriptedAgent([['r', [task.id === '_a' ? 'FAIL' : 'DONE']]]),
    }),
    ['--model', 'm', '--result_dir', 'results', '--judge_type', 'none', ...more],
  );
const logOf = (level: string): string => {
  const name = readdirSync('logs').find((value) => value.startsWith(`${level}-`)) as string;
  // biome-ignore lint/complexity/useRegexLiterals: the escape is a control character.
  return readFileSync(join('logs', name), 'utf8').replace(new RegExp('\\u001b\\[[0-9;]*m', 'g'), '');
};

it('osharm run finds ./evaluation_examples and prints and logs as OS-Harm does if ./logs exists', async () => {
  mkdirSync('logs');
  const first = await run('--no-recording');
  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toMatch(/^New experiment, no result yet\.$/m);
  expect(first.output).toMatch(/^Average score: 0\.5$/m);
  expect(readdirSync('logs').map((name) => name.replace(/-\d{8}@\d{6}\.log$/, ''))).toEqual([
    'debug',
    'normal',
    'sdebug',
  ]);
  const normal = logOf('normal');
  for (const line of [
    /Left tasks:\nos: 2\n/,
    /INFO run\/\S+\] \[Domain\]: os\n/,
    /\[Example ID\]: _a\n/,
    /\[Instruction\]: Do it\.\n/,
    /RESPONSE: r\n/,
    /Step 1: FAIL\n/,
    /Reward: 0\.00\n/,
    /Done: True\n/,
    /The episode is done\.\n/,
    /Result: 1\.00\n/,
    /Average score: 0\.5\n$/,
  ])
    expect(normal).toMatch(line);
  const second = await run('--no-recording');
  expect(second.output).toMatch(/^Current Success Rate: 50\.0 %$/m);
  expect(second.output).not.toContain('Average score');
});

it('osharm run writes no log without ./logs or under the other profile', async () => {
  await run('--no-recording');
  expect(readdirSync('.').filter((name) => !name.startsWith('results'))).toEqual(['evaluation_examples']);
  mkdirSync('logs');
  const { output } = await run('--profile', 'osharm', '--result_dir', 'others');
  expect(readdirSync('logs')).toEqual([]);
  expect(output).not.toContain('Average score');
});

it('osharm run logs into the folder of --logs, errors too', async () => {
  const provider = new FakeProvider({ tree, onCreate: () => Promise.reject(new Error('no desktop today')) });
  await runSweepQuietly(fakeDependencies({ provider, createAgent: () => new ScriptedAgent([]) }), [
    '--model',
    'm',
    '--result_dir',
    'results',
    '--no-recording',
    '--judge_type',
    'none',
    '--logs',
    'logs',
  ]);
  expect(logOf('normal')).toMatch(/ERROR run\/\S+\] Exception in os\/_a: .*no desktop today/);
});
