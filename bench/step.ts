import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../src/app/cli/run.ts';
import { readRun } from '../src/base/record/read-run.ts';
import type { StepTiming } from '../src/base/record/run-json.ts';
import { findImage } from '../src/desktop/image/find-image.ts';
import { linearise } from '../src/desktop/observation/linearise.ts';
import type { RunDependencies } from '../src/runs/attempt/dependencies.ts';
import { realDependencies } from '../src/runs/sweep/real-dependencies.ts';
import { fakeDependencies } from '../test/run/fake-dependencies.ts';
import { FakeProvider } from '../test/run/fake-desktop.ts';
import { type Script, ScriptedAgent } from '../test/run/scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from '../test/run/temporary-suite.ts';
import { type BenchRow, benchRow, relativeTo } from './measure.ts';

const limit = { text: '≤ 50 ms', limit: 50 };

/** Our own time per step early and late in a run, settling on a real desktop, and the tree's way into lines. */
export async function stepRows(): Promise<BenchRow[]> {
  const tree = readFileSync(new URL('../test/golden/trees/gtk-and-calc.xml', import.meta.url), 'utf8');
  const screenshot = Buffer.alloc(400_000, 7);
  const fake = await stepsOf(
    fakeDependencies({
      provider: new FakeProvider({ tree, screenshot: () => screenshot }),
      createAgent: () => new ScriptedAgent(script(540, 'pyautogui.click(1, 2)')),
    }),
    540,
  );
  const harness = (from: number): number[] => fake.slice(from, from + 30).map((step) => step.harnessMs);
  const note = 'tree of 4,015 nodes; without model, action, settling, and reading the desktop';
  const own = [
    benchRow('harness time per step, steps 10–39', 'ms', harness(10), limit, note),
    benchRow('harness time per step, steps 500–529', 'ms', harness(500), limit, note),
    benchRow('tree of 4,015 nodes filtered and put into lines', 'ms', lineTimes(tree), { text: '≤ 15 ms', limit: 15 }),
  ];
  return [...relativeTo('computation', own), ...(await realRows())];
}

async function realRows(): Promise<BenchRow[]> {
  if ((await findImage()) === null) return [];
  const actions = ['pyautogui.hotkey("ctrl", "alt", "t")', 'pyautogui.write("ls /\\n")', 'pyautogui.moveTo(400, 300)'];
  const steps = await stepsOf(
    { ...realDependencies(), checkModel() {}, createAgent: () => new ScriptedAgent(script(24, ...actions)) },
    24,
  );
  const caps = steps.reduce((sum, step) => sum + step.settleCapHits, 0);
  return [
    benchRow(
      'harness time per step on a real desktop',
      'ms',
      steps.map((step) => step.harnessMs),
      limit,
    ),
    benchRow(
      'settling after an action',
      'ms',
      steps.map((step) => step.settleMs),
      undefined,
      `${caps} cap hits in ${steps.length}`,
    ),
    ...relativeTo('computation', [
      benchRow(
        'reading what a step changed',
        'ms',
        steps.map((step) => step.collectMs),
      ),
    ]),
  ];
}

function script(steps: number, ...actions: string[]): Script {
  return Array.from({ length: steps }, (_, n) => [
    `Step ${n}: ${'words '.repeat(60)}`,
    [actions[n % actions.length] as string],
  ]);
}

/** Runs one task of so many steps through `osharm run`; gives the timings of its `run.json`. */
async function stepsOf(dependencies: RunDependencies, steps: number): Promise<StepTiming[]> {
  const folder = temporaryFolder('bench-step');
  try {
    const suite = join(folder.path, 'suite');
    const results = join(folder.path, 'results');
    writeSuite(suite, { 'test_all.json': { os: ['t'] }, 'examples/os/t.json': plainTask('t') });
    await runCommand({ dependencies }).parseAsync(
      ['--suite', suite, '--model', 'm', '--max-steps', String(steps), '--out', results, '--judge-type', 'none'],
      { from: 'user' },
    );
    const { runJson } = readRun(join(results, 'pyautogui/a11y_tree/m/os/t'));
    if (runJson === null) throw new Error('The measured run left no run.json.');
    return runJson.steps;
  } finally {
    folder.remove();
  }
}

function lineTimes(tree: string): number[] {
  return Array.from({ length: 60 }, () => {
    const start = performance.now();
    linearise(tree);
    return performance.now() - start;
  }).slice(20);
}
