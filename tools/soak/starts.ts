/**
 * Measures how long a desktop takes to start on a busy machine. Starts desktops under added load, several at a time,
 * and prints the duration of each phase. No start may fail or exceed the time allowed for its load.
 *
 * Run by hand: `bin/osharm-node tools/soak/starts.ts [--starts 1000] [--loads 0,10,30] [--parallel 2] [--write]`.
 * `--write` adds the figures of each load to docs/evidence/speed.md as soon as they are measured.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writePage } from '../../bench/page.ts';
import type { StartResults } from '../../bench/table.ts';
import { OsharmError } from '../../src/base/errors.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { AddedLoad } from '../added-load.ts';

type LoadResult = StartResults['loads'][number];

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '1000' },
    loads: { type: 'string', default: '0,10,30' },
    parallel: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
const starts = Number(values.starts);
const parallel = Number(values.parallel);

/** Milliseconds allowed for a start with this number of busy processes. */
const longestAllowed = (load: number): number => (load <= 10 ? 10_000 : 30_000);

function quantiles(milliseconds: readonly number[]): LoadResult['phases'][string] {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}

async function measure(provider: SandboxProvider, load: number): Promise<LoadResult> {
  const took = new Map<string, number[]>();
  const averages: number[] = [];
  let [begun, lost, second] = [0, 0, 0];
  const startOne = async (): Promise<void> => {
    const start = performance.now();
    try {
      const desktop = await provider.create({ width: 1280, height: 720 });
      const timings = { ...desktop.startTimings, ready: performance.now() - start };
      for (const [phase, ms] of Object.entries(timings)) took.set(phase, [...(took.get(phase) ?? []), ms]);
      if (desktop.notes().some((note) => note.includes('The second one was ready'))) second += 1;
      await desktop.close();
    } catch (error) {
      if (!(error instanceof OsharmError)) throw error;
      lost += 1;
      process.stdout.write(`Lost beside ${load}: ${error.message}\n`);
    }
    averages.push(loadavg()[0] ?? 0);
  };
  const added = new AddedLoad(load);
  try {
    const turns = Array.from({ length: parallel }, async () => {
      while (begun < starts) {
        begun += 1;
        await startOne();
      }
    });
    await Promise.all(turns);
  } finally {
    added.end();
  }
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    load,
    parallel,
    starts,
    lost,
    second,
    average: averages.reduce((sum, value) => sum + value, 0) / averages.length,
    phases: Object.fromEntries([...took].map(([phase, all]) => [phase, quantiles(all)])),
  };
}

const provider = new SandboxProvider();
await provider.check();
// Excludes what a process builds and reads only once.
await (await provider.create({ width: 1280, height: 720 })).close();
const loads: LoadResult[] = [];
const faults: string[] = [];
for (const load of values.loads.split(',').map(Number)) {
  const result = await measure(provider, load);
  loads.push(result);
  if (values.write) writePage({ starts: result });
  const { median = 0, p99 = 0, longest = 0 } = result.phases.ready ?? {};
  process.stdout.write(
    `Added load ${load}: ${starts} starts, ${result.lost} lost, median ${Math.round(median)} ms, p99 ${Math.round(p99)} ms, longest ${Math.round(longest)} ms, the second desktop first in ${result.second}, load average ${result.average.toFixed(1)}\n`,
  );
  if (result.lost > 0) faults.push(`${result.lost} lost at load ${load}`);
  if (longest > longestAllowed(load)) faults.push(`${Math.round(longest)} ms at load ${load}`);
}
await provider.close();
const sum = loads.map(({ load, phases }) => `${Math.round(phases.ready?.longest ?? 0)} ms at ${load}`).join(', ');
process.stdout.write(
  `${starts} starts at each load, longest ${sum}; ${faults.length === 0 ? 'none lost or late' : faults.join(', ')}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
