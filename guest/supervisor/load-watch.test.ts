import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { type LoadCounters, LoadWatch, readCounters, samplePeriod } from './load-watch.ts';

const counters = (switches: number, machineSwitches: number, processor = 0): LoadCounters => ({
  machineSwitches,
  switches: new Map([['7/7', switches]]),
  processor: new Map([['7', processor]]),
});

/** Two samples, five seconds apart. */
function judged(after: LoadCounters, lateMs: number): { ends: boolean; starvedMs: number } {
  const load = new LoadWatch();
  load.sample(0, counters(0, 0));
  load.waited(lateMs);
  const ends = load.sample(samplePeriod, after) !== null;
  return { ends, starvedMs: load.starvedMs(samplePeriod) };
}

const busy = availableParallelism() * 5;

it.each([
  ['programs that are woken a million times a second, on a starving machine', counters(5e6, 5.1e6), 4_000, true, 4_000],
  ['programs that are woken a million times a second, on an idle machine', counters(5e6, 5.1e6), 100, false, 100],
  ['a busy desktop next to others that starve the machine', counters(600_000, 5e6), 4_000, false, 0],
  ['an ordinary desktop on a starving machine', counters(100_000, 120_000, 2), 4_000, false, 0],
  ['programs that take all processors', counters(1_000, 20_000, busy), 4_000, false, 4_000],
] as const)(
  'a program that starves the machine is distinguished from its victims: %s',
  (_, after, lateMs, ends, starvedMs) => {
    expect(judged(after, lateMs)).toEqual({ ends, starvedMs });
  },
);

it('a program that starved the machine is reported for two minutes', () => {
  const load = new LoadWatch();
  load.sample(0, counters(0, 0));
  load.waited(4_000);
  load.sample(5_000, counters(5e6, 5.1e6));
  expect([60_000, 130_000].map((now) => load.starvedMs(now))).toEqual([4_000, 0]);
});

it('the context switches of all threads of a program are counted', async () => {
  const code =
    'import threading, time\nfor n in range(4): threading.Thread(target=lambda: [time.sleep(0.002) for _ in range(500)]).start()\ntime.sleep(0.3)\nprint(1, flush=True)';
  const child = spawn('python3', ['-c', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const read = readCounters([child.pid ?? 0]);
  child.kill('SIGKILL');
  expect(read.switches.size).toBe(5);
  expect([...read.switches.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
  expect(read.machineSwitches).toBeGreaterThan(1_000);
});
