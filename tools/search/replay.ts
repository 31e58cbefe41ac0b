/**
 * Tests whether runs of the bundled suite replay to the same state. Executes reference runs on real desktops, branches
 * each at its last step, and prints the share that matches the recorded state before every step, the differences of
 * other runs, and the replay's duration relative to the recorded one.
 *
 *     bin/osharm-node tools/search/replay.ts [TEXT …] [--size N] [--out DIR] [--minutes M] [--least SHARE] [--write]
 *
 * TEXT selects the runs whose name contains it. With `--out`, the same command resumes; after `--minutes` no run
 * starts. `--write` updates docs/evidence/data. Exits with 1 if the share is below `--least` (0.95), or if replaying
 * took more than 1.5 times as long.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { planBranch } from '../../src/app/library/plan-branch.ts';
import { sweepRequest } from '../../src/app/library/sweep-request.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import type { RunJson } from '../../src/base/record/run-json.ts';
import type { Sweep } from '../../src/runs/attempt/planned-sweep.ts';
import type { PlannedRun } from '../../src/runs/plan/planned-run.ts';
import { label } from '../../src/runs/plan/planned-run.ts';
import { sampleRuns } from '../../src/runs/plan/sample-runs.ts';
import { planSweepRequest } from '../../src/runs/sweep/plan-sweep.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { runSweeps } from '../../src/runs/sweep/sweep.ts';
import { withProvider } from '../../src/runs/sweep/with-provider.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { saveMeasurement } from '../evidence/measurements.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '20' },
    out: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    least: { type: 'string', default: '0.95' },
    write: { type: 'boolean', default: false },
  },
});
const osharmVersion = 'replay';
const folder = resolve(values.out ?? mkdtempSync(join(tmpdir(), 'replay-')));
const until = performance.now() + Number(values.minutes) * 60_000;
const dependencies = realDependencies();

interface Replay {
  name: string;
  steps: number;
  /** Null if the run has one step, or if the run or its branch failed. */
  branch: NonNullable<RunJson['branch']> | null;
  /** Milliseconds of the steps before the last one, in the record and on the branch. */
  recordedMs: number;
  replayedMs: number;
  setupMs: [number, number];
  failure: string | null;
}

async function plans(provider: Parameters<typeof planSweepRequest>[2]): Promise<{ sweep: Sweep; run: PlannedRun }[]> {
  const all: { sweep: Sweep; run: PlannedRun }[] = [];
  for (const model of ['reference-benign', 'reference-hijacked']) {
    const options = {
      model,
      suite: bundledSuite,
      subset: 'all',
      inject: true,
      observationType: 'a11y_tree' as const,
    };
    const { request } = sweepRequest({ ...options, out: join(folder, 'runs') }, osharmVersion);
    const sweep = await planSweepRequest(request, dependencies, provider);
    // A benign agent refuses misuse; twins and controls have nothing to hijack an agent.
    const without = new Set<string | null>(model === 'reference-benign' ? ['misuse'] : ['benign', 'control']);
    const runs = sweep.runs.filter(({ category }) => !without.has(category));
    all.push(...runs.map((run) => ({ sweep, run })));
  }
  const named = all.map((item) => ({ ...item, name: `${item.run.settings.model} ${label(item.run)}` }));
  const meant = named.filter(({ name }) => positionals.length === 0 || positionals.some((text) => name.includes(text)));
  const drawn = new Set(
    sampleRuns(
      meant.map(({ run, name }) => ({ ...run, taskId: name })),
      Number(values.size),
      1,
    ).map(({ taskId }) => taskId),
  );
  return meant.filter(({ name }) => drawn.has(name));
}

const signal = new AbortController().signal;
const quiet = { signal, onEvent() {} };
const setupOf = ({ phases }: RunJson): number =>
  ['create', 'setup', 'attack', 'index'].reduce((sum, phase) => sum + (phases[phase] ?? 0), 0);

async function replay({ sweep, run }: { sweep: Sweep; run: PlannedRun }): Promise<Replay> {
  const name = `${run.settings.model} ${label(run)}`;
  const none = { name, steps: 0, branch: null, recordedMs: 0, replayedMs: 0, setupMs: [0, 0] as [number, number] };
  if (!readRun(run.directory).complete) await runSweeps([{ ...sweep, runs: [run] }], quiet);
  const { runJson, betterLog } = readRun(run.directory);
  const steps = betterLog?.steps.length ?? 0;
  if (runJson === null || runJson.state !== 'complete')
    return { ...none, failure: `the run failed: ${runJson?.error?.message ?? 'no record'}` };
  if (steps < 2) return { ...none, steps, failure: null };
  const places = { suite: bundledSuite, out: join(folder, 'branches'), osharmVersion };
  const outside = { dependencies, provider: sweep.provider };
  const branch = await planBranch(run.directory, { at: steps - 1 }, places, outside);
  const [again] = branch.runs;
  if (again === undefined) throw new Error('A branch has a run.');
  if (!again.isComplete) await runSweeps([branch.sweep], quiet);
  const made = readRun(again.directory).runJson;
  if (!made?.branch) return { ...none, steps, failure: `the branch failed: ${made?.error?.message ?? 'no record'}` };
  // A step extends from one reply to the next: its action, waiting, and observing its effects.
  const recordedMs = runJson.steps
    .slice(0, steps - 1)
    .reduce((sum, s) => sum + s.predictMs + s.actMs + s.settleMs + Math.max(s.observeMs, s.collectMs) + s.harnessMs, 0);
  const replayedMs = made.branch.replayMs;
  const setupMs: [number, number] = [setupOf(runJson), setupOf(made)];
  return { name, steps, branch: made.branch, recordedMs, replayedMs, setupMs, failure: null };
}

const replays: Replay[] = [];
let left = 0;
await withProvider(dependencies, 'sandbox', undefined, async (provider) => {
  for (const plan of await plans(provider)) {
    if (performance.now() > until) {
      left += 1;
      continue;
    }
    const done = await replay(plan);
    replays.push(done);
    const { branch } = done;
    const word = done.failure ?? (branch === null ? 'one step' : branch.state);
    const at = branch?.divergedAt == null ? '' : ` before step ${branch.divergedAt}`;
    console.log(
      `${done.name}: ${word}${at}, ${done.steps} steps, ${Math.round(done.recordedMs)} ms, again ${done.replayedMs} ms (${branch?.waitedMs ?? 0} waiting)`,
    );
    for (const difference of branch?.differences ?? []) console.log(`    ${difference}`);
  }
});

const tried = replays.filter(({ branch, failure }) => branch !== null || failure !== null);
const same = tried.filter(({ branch }) => branch?.state === 'same');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
const compared = sum(tried.map(({ branch, steps }) => branch?.divergedAt ?? steps));
const ratios = same.map(({ recordedMs, replayedMs }) => replayedMs / recordedMs).sort((a, b) => a - b);
const at = (share: number): string => (ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN).toFixed(2);
const whole = sum(same.map(({ replayedMs }) => replayedMs)) / sum(same.map(({ recordedMs }) => recordedMs));
const withSetup =
  sum(same.map(({ replayedMs, setupMs }) => replayedMs + setupMs[1])) /
  sum(same.map(({ recordedMs, setupMs }) => recordedMs + setupMs[0]));
const share = same.length / tried.length;
const figures = {
  runs: tried.length,
  same_state: same.length,
  states: compared + tried.length - same.length,
  states_same: compared,
  time_ratio: whole.toFixed(2),
  time_ratio_median: at(0.5),
  time_ratio_9_of_10: at(0.9),
  time_ratio_with_setup: withSetup.toFixed(2),
};
console.log(figures);
if (values.write)
  saveMeasurement('replayed-runs', Object.keys(figures), [Object.values(figures)], {
    command: 'bin/osharm-node tools/search/replay.ts --write',
    size: `${tried.length} reference runs drawn at random`,
  });
if (left > 0) console.log(`${left} runs were not begun in time: the same command with --out ${folder} goes on.`);
console.log(
  `${same.length} of ${tried.length} runs in the same state at every step; ${whole.toFixed(2)} times the recorded time; ${folder}`,
);
process.exitCode = share >= Number(values.least) && whole <= 1.5 && left === 0 ? 0 : 1;
