import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { settingNames, settingOf } from '../../src/runs/plan/settings/table.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { runProgramHere } from './run-program.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

let folder: ReturnType<typeof temporaryFolder>;
let suite = '';
beforeEach(() => {
  folder = temporaryFolder('bad');
  suite = join(folder.path, 'suite');
  writeSuite(suite, {
    'test_all.json': { os: ['a'] },
    'examples/os/a.json': plainTask('a'),
  });
});
afterEach(() => folder.remove());

function start(provider: FakeProvider, ...more: string[]) {
  const dependencies = fakeDependencies({ provider, createAgent: () => new ScriptedAgent([]) });
  return runSweepQuietly(dependencies, [
    '--suite',
    suite,
    '--model',
    'm',
    '--out',
    join(folder.path, 'results'),
    ...more,
  ]);
}

/** Each case: what is wrong, the flags, and the error: its code and what its message names. */
const cases: [string, () => void, string[], string, RegExp][] = [
  ['a missing suite', () => {}, ['--suite', '/nowhere'], 'suite-missing', /\/nowhere/],
  ['a missing subset', () => {}, ['--subset', 'injection'], 'suite-subset-missing', /test_injection\.json/],
  ['a missing subset file', () => {}, ['--test_all_meta_path', 'x/y.json'], 'suite-subset-missing', /x\/y\.json/],
  [
    'a subset that names no such task',
    () => writeSuite(suite, { 'test_all.json': { os: ['z'] } }),
    [],
    'plan-nothing-runnable',
    /os\/z/,
  ],
  [
    'a subset that leaves the suite',
    () => writeSuite(suite, { 'test_all.json': { '../..': ['a'] } }),
    [],
    'plan-nothing-runnable',
    /a/,
  ],
  [
    'invalid JSON',
    () => writeSuite(suite, { 'examples/os/a.json': '{\n "id": "a",\n "instruction" "Do"\n}' }),
    [],
    'plan-nothing-runnable',
    /examples\/os\/a\.json:3:16/,
  ],
  ['a malformed subset', () => writeSuite(suite, { 'test_all.json': ['a'] }), [], 'suite-bad-subset', /test_all/],
  [
    'a task without a field',
    () => writeSuite(suite, { 'examples/os/a.json': { id: 'a', evaluator: { func: 'infeasible' } } }),
    [],
    'plan-nothing-runnable',
    /instruction/,
  ],
  [
    'an unknown step',
    () => writeSuite(suite, { 'examples/os/a.json': plainTask('a', { config: [{ type: 'fly', parameters: {} }] }) }),
    [],
    'plan-nothing-runnable',
    /config\.0\.type: .*"fly"/,
  ],
  [
    'an unknown checker',
    () => writeSuite(suite, { 'examples/os/a.json': plainTask('a', { evaluator: { func: 'guess' } }) }),
    [],
    'plan-nothing-runnable',
    /"guess"/,
  ],
  [
    'an unknown condition',
    () =>
      writeSuite(suite, {
        'examples/os/a.json': plainTask('a', { evaluator: { func: 'check' }, check: [{ kind: 'vibes' }] }),
      }),
    [],
    'plan-nothing-runnable',
    /check\.0\.kind/,
  ],
  [
    'an unknown oracle',
    () => writeSuite(suite, { 'examples/os/a.json': plainTask('a', { harm: [{ oracle: 'delphi' }] }) }),
    [],
    'plan-nothing-runnable',
    /delphi/,
  ],
  [
    'a step with wrong fields',
    () =>
      writeSuite(suite, {
        'examples/os/a.json': plainTask('a', { config: [{ type: 'sleep', parameters: { seconds: 'x' } }] }),
      }),
    [],
    'plan-nothing-runnable',
    /config\.0\.parameters\.seconds/,
  ],
  [
    'a missing asset',
    () =>
      writeSuite(suite, {
        'examples/os/a.json': plainTask('a', {
          config: [
            {
              type: 'upload_file',
              parameters: { files: [{ local_path: 'assets/no.txt', path: '/home/user/no.txt' }] },
            },
          ],
        }),
      }),
    [],
    'plan-nothing-runnable',
    /assets\/no\.txt/,
  ],
  ['an unknown domain', () => {}, ['--domain', 'chrome'], 'plan-domain-unknown', /chrome/],
  ['nothing to inject', () => {}, ['--inject', '--profile', 'os-harm'], 'plan-nothing-to-inject', /test_all/],
  [
    'an unknown goal',
    () =>
      writeSuite(suite, {
        'examples/os/a.json': plainTask('a', { injections: [{ type: 'desktop_notification', goals: ['fame'] }] }),
      }),
    ['--inject'],
    'plan-nothing-runnable',
    /fame/,
  ],
  ['an unknown judge', () => {}, ['--judge_type', 'wizard'], 'judge-type-unknown', /wizard/],
  ['a judge without its model', () => {}, ['--judge_type', 'aer'], 'judge-no-model', /calls a model/],
  ['an agent’s name of too many bytes', () => {}, ['--model', 'm'.repeat(256)], 'name-too-long', /256 bytes/],
  [
    'a name of too many bytes in UTF-8',
    () => {},
    ['--agent-name', '模'.repeat(90)],
    'name-too-long',
    /agent.* 270 bytes/,
  ],
  [
    'a name that is too long with its escapes',
    () => {},
    ['--model', 'a/'.repeat(70)],
    'name-too-long',
    /agent.* 280 by/,
  ],
  [
    'a name that is too long by its attempt at a jailbreak',
    () => {},
    ['--model', 'm'.repeat(250), '--jailbreak'],
    'name-too-long',
    /260 bytes/,
  ],
  ['a path that is too long', () => {}, ['--out', `/tmp${'/abcdefghi'.repeat(420)}`], 'path-too-long', /bytes/],
];

describe('bad input', () => {
  it.each(cases)('%s is a usage error before a desktop starts', async (_, prepare, flags, code, message) => {
    prepare();
    const provider = new FakeProvider({ tree: '<d/>' });
    await expect(start(provider, ...flags)).rejects.toMatchObject({
      name: 'UsageError',
      code,
      message: expect.stringMatching(message),
    });
    expect(provider.specs).toHaveLength(0);
    expect(existsSync(join(folder.path, 'results'))).toBe(false);
  });

  it('a machine without room for desktops is reported by the provider before anything is written', async () => {
    const provider = new FakeProvider({ tree: '<d/>' });
    provider.check = async () => {
      throw new EnvironmentError('No user namespaces.', { code: 'no-user-namespace', hint: 'sysctl …' });
    };
    await expect(start(provider)).rejects.toMatchObject({ code: 'no-user-namespace', blame: 'environment' });
    expect(provider.isClosed).toBe(true);
  });

  it('a result folder that can’t be written is reported', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const provider = new FakeProvider({ tree: '<d/>' });
    for (const place of ['/proc/results', join(folder.path, 'file/results')]) {
      await expect(start(provider, '--out', place)).rejects.toMatchObject({
        code: 'result-folder-not-writable',
        blame: 'environment',
        hint: expect.stringContaining('--out'),
      });
    }
    expect(provider.specs).toHaveLength(0);
  });

  const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
  it.runIf(canMount)('a disk that is full from the start and one that fills up are reported', async () => {
    const small = join(folder.path, 'small');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small]);
    try {
      const provider = new FakeProvider({ tree: '<d/>' });
      await expect(start(provider, '--out', join(small, 'results'))).rejects.toMatchObject({
        code: 'disk-full',
      });
      expect(provider.specs).toHaveLength(0);

      execFileSync('mount', ['-o', 'remount,size=40m', small]);
      writeSuite(suite, {
        'test_all.json': { os: ['a', 'b', 'c'] },
        'examples/os/b.json': plainTask('b'),
        'examples/os/c.json': plainTask('c'),
      });
      const large = new FakeProvider({ tree: '<d/>', screenshot: () => Buffer.alloc(30_000_000, 1) });
      await expect(start(large, '--out', join(small, 'results'))).rejects.toMatchObject({ code: 'disk-full' });
      expect(large.specs).toHaveLength(1);
      expect(large.desktops.every((desktop) => desktop.isClosed)).toBe(true);
    } finally {
      execFileSync('umount', [small]);
      rmSync(small, { recursive: true, force: true });
    }
  });
});

describe('osharm run on the command line', () => {
  const osharm = (...args: string[]) => runProgramHere(['run', ...args]);
  const original = process.cwd();
  beforeEach(() => process.chdir(folder.path));
  afterEach(() => process.chdir(original));

  it('osharm run gives a subcommand its own flags', async () => {
    const args = ['attack', 'monitors', '--max-queries', '3', '--vector', 'x'];
    const { status, stderr } = await runProgramHere(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining("unknown option '--vector'")]);
  });

  it('osharm run refuses a missing model and lists the choices', async () => {
    const { status, stderr } = await osharm();
    expect(status).toBe(2);
    expect(stderr).toMatch(/No model was named/);
    expect(stderr).toMatch(/reference-benign.*reference-idle/);
  });

  it('osharm run refuses a model that it can’t use', async () => {
    const { status, stderr } = await osharm('--model', 'gpt-4o');
    expect(status).toBe(2);
    expect(stderr).toMatch(/gpt-4o/);
    expect(stderr.split('\n').filter(Boolean).length).toBeLessThanOrEqual(2);
  });

  it('osharm run plans and prices without a key, and reports that the sweep will need one', async () => {
    const { status, stdout, stderr } = await osharm('--model', 'openai:gpt-4o', '--subset', 'quickstart', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toMatch(/14 runs: 14 to run/);
    expect(stdout).toMatch(/at most 245 calls, about .* tokens in .*\$/);
    expect(stderr).toMatch(/OPENAI_API_KEY is not set\. A dry run calls no model\./);
    expect(stdout).not.toMatch(/judge/i);
    const judged = await osharm(
      '--model',
      'openai:gpt-4o',
      '--judge',
      'openai:gpt-4.1',
      '--subset',
      'quickstart',
      '--dry-run',
    );
    expect(judged.stdout).toMatch(/Judge gpt-4\.1\/aer\/osharm-1: at most \d+ calls, about .* tokens in .*\$/);
    expect(judged.stdout).toMatch(/Together: at most \$/);
  });

  it('osharm run refuses an unavailable judge before the sweep starts, in a dry run too', async () => {
    const { status, stderr } = await osharm(
      '--model',
      'openai:gpt-4o',
      '--judge',
      'nobody:model',
      '--subset',
      'quickstart',
      '--dry-run',
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/nobody/);
  });

  it('osharm run prints the plan as JSON, with OS-Harm’s flags, and writes nothing', async () => {
    const { status, stdout } = await osharm(
      '--suite',
      suite,
      '--model',
      'reference-idle',
      '--max_steps',
      '3',
      '--dry_run',
      '--json',
    );
    expect(status).toBe(0);
    const { runs } = JSON.parse(stdout) as { runs: { task: string; settings: { maxSteps: number } }[] };
    expect(runs).toMatchObject([{ task: 'a', settings: { maxSteps: 3 } }]);
    expect(existsSync(join(folder.path, 'results'))).toBe(false);
  });

  it('osharm run --help describes its flags', async () => {
    const { status, stdout } = await osharm('--help-all');
    expect(status).toBe(0);
    for (const name of settingNames) {
      const { flags, audience } = settingOf(name);
      if (flags !== null && audience !== 'hidden') expect(stdout).toContain(/--[a-z-]+/.exec(flags)?.[0]);
    }
    const { stdout: short } = await osharm('--help');
    expect(short).toContain('--help-all');
    expect(short).not.toContain('--qemu-kernel');
    expect(short.match(/^ {2}(?:-\w, )?--/gm)?.length).toBeLessThanOrEqual(30);
  });
});
