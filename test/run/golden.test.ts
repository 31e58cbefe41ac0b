import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FakeClock } from './fake-clock.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { goldenExceptions } from './golden-exceptions.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { type Script, ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const golden = new URL('../golden/', import.meta.url).pathname;
const tree = JSON.parse(readFileSync(join(golden, 'functions.json'), 'utf8')).linearize_accessibility_tree[0] as {
  xml: string;
  out: string;
};
/** Files that OS-Harm doesn't have (`runtime.log` is not kept in the golden directories). */
const ours = new Set(['run.json', 'actions.jsonl', 'effects.jsonl', 'runtime.log']);
const folder = temporaryFolder('golden');
afterAll(() => folder.remove());

describe('the run loop under the profile os-harm', () => {
  const scenarios = readdirSync(join(golden, 'run-loop'));

  it.each(scenarios)(
    'the run loop under the profile os-harm writes the golden directory %s, except for the listed exceptions',
    async (scenario) => {
      const source = join(golden, 'run-loop', scenario);
      const expected = expectedFiles(source, scenario);
      const written = await run(scenario, JSON.parse(readFileSync(join(source, '_expect.json'), 'utf8')));
      expect(
        readdirSync(written)
          .filter((name) => !ours.has(name))
          .sort(),
      ).toEqual([...expected.keys()].sort());
      for (const [name, content] of expected) {
        expect(readFileSync(join(written, name)).toString('latin1'), name).toBe(content.toString('latin1'));
      }
    },
  );

  it('every exception from a golden directory belongs to an existing scenario', () => {
    for (const { scenario } of goldenExceptions) expect(scenarios).toContain(scenario);
  });

  it('docs/read/results.md prints the exceptions from the golden directories', () => {
    const page = readFileSync(new URL('../../docs/read/results.md', import.meta.url), 'utf8');
    const rows = Map.groupBy(goldenExceptions, ({ scenario, why }) => `${scenario}\n${why}`);
    for (const [key, list] of rows) {
      const [scenario, why] = key.split('\n');
      expect(page).toContain(`| ${scenario} | ${list.map(({ file }) => `\`${file}\``).join(', ')} | ${why} |`);
    }
  });
});

/** Runs `osharm run` with the scenario's script; returns the result directory. */
async function run(scenario: string, scripted: { script: Script; max_steps: number; seconds_per_env_step: number }) {
  const root = join(folder.path, scenario);
  writeSuite(join(root, 'evaluation_examples'), {
    'test_all.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t'),
  });
  const clock = new FakeClock();
  const provider = new FakeProvider({
    tree: tree.xml,
    // OS-Harm sleeps 5 s and 10 s here; ours is as long as the desktop takes.
    onCreate: () => clock.move(15),
    onSettle: () => clock.move(scripted.seconds_per_env_step),
  });
  const dependencies = fakeDependencies({ provider, clock, createAgent: () => new ScriptedAgent(scripted.script) });
  const results = join(root, 'results');
  const { output } = await runSweepQuietly(dependencies, [
    '--test_config_base_dir',
    join(root, 'evaluation_examples'),
    '--test_all_meta_path',
    'evaluation_examples/test_all.json',
    '--model',
    'm',
    '--observation_type',
    'screenshot_a11y_tree',
    '--max_steps',
    String(scripted.max_steps),
    '--result_dir',
    results,
    '--judge-type',
    'none',
  ]);
  expect(output).toContain('1 finished now');
  return join(results, 'pyautogui/screenshot_a11y_tree/m/os/t');
}

/** The golden files with the table of exceptions applied. */
function expectedFiles(source: string, scenario: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(source))
    if (name !== '_expect.json') files.set(name, readFileSync(join(source, name)));
  const treeText =
    /"a11y_tree": (".*?(?<!\\)"), "screenshot_file"/.exec(files.get('better_log.json')?.toString() ?? '')?.[1] ?? '';
  for (const { file, was, is } of goldenExceptions.filter((item) => item.scenario === scenario)) {
    const content = is.replaceAll('{TREE}', () => treeText);
    const before = files.get(file)?.toString();
    if (was === null) {
      expect(before, `${file} is there: say what is replaced`).toBeUndefined();
      files.set(file, Buffer.from(content));
    } else {
      expect(before?.split(was), `${file} holds the replaced text once`).toHaveLength(2);
      files.set(file, Buffer.from((before as string).replace(was, () => content)));
    }
  }
  return files;
}
