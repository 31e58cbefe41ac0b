import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { machineCounters, switchesOf } from './storm-guard.ts';
import { loadBetween, type MachineLoad, StormWatch } from './storm-watch.ts';

/** Switches of the desktop per second, at full speed and slowed down, and of the rest of the machine. */
interface Situation {
  desktop: number;
  slow: number;
  others: number;
}

/** What is decided at which millisecond, four times a second. */
function decisions(seconds: number, { desktop, slow, others }: Situation): [number, string][] {
  const watch = new StormWatch();
  const decided: [number, string][] = [];
  let isSlow = false;
  let switches = 0;
  for (let now = 250; now <= seconds * 1000; now += 250) {
    const rate = isSlow ? slow : desktop;
    switches += rate / 4;
    const machine: MachineLoad = { switches: rate + others, isStorm: rate + others >= 50_000 };
    const found = watch.look(now, machine, () => new Map([[7, switches]]));
    if (found === null) continue;
    isSlow = found !== 'speed-up';
    decided.push([now, found]);
  }
  return decided;
}

it('a storm is slowed down at the first look, and for twice as long each time it goes on', () => {
  expect(decisions(20, { desktop: 110_000, slow: 8_000, others: 10_000 })).toEqual([
    [250, 'slow-down'],
    [750, 'storm'],
    [5_750, 'speed-up'],
    [6_000, 'slow-down'],
    [6_500, 'storm'],
    [16_500, 'speed-up'],
    [16_750, 'slow-down'],
    [17_250, 'storm'],
  ]);
});

it('a desktop beside a storm is slowed down for half a second, less and less often', () => {
  const situation = { desktop: 10_000, slow: 500, others: 110_000 };
  expect(decisions(12, situation)).toEqual([
    [250, 'slow-down'],
    [750, 'speed-up'],
    [1_750, 'slow-down'],
    [2_250, 'speed-up'],
    [4_250, 'slow-down'],
    [4_750, 'speed-up'],
    [8_750, 'slow-down'],
    [9_250, 'speed-up'],
  ]);
  expect(decisions(600, situation).filter(([, decided]) => decided === 'slow-down')).toHaveLength(15);
});

it('a desktop that begins its storm while it is trusted is slowed down after it was counted', () => {
  const watch = new StormWatch();
  const load: MachineLoad = { switches: 120_000, isStorm: true };
  const looks = [0, 100, 200, 30_100, 60_100].map((switches, at) =>
    watch.look(at * 250, load, () => new Map([[7, switches]])),
  );
  expect(looks).toEqual(['slow-down', null, 'speed-up', null, 'storm']);
});

it.each([
  ['many switches on a busy machine', { switches: 60_000, idle: 0, processors: 2 }, true],
  ['the same on a machine with time to spare', { switches: 60_000, idle: 0.2, processors: 2 }, false],
  ['the same on a machine with many processors', { switches: 60_000, idle: 0, processors: 8 }, false],
  ['an ordinary busy machine', { switches: 20_000, idle: 0, processors: 2 }, false],
])('a storm is told from load: %s', (_, { switches, idle, processors }, isStorm) => {
  const before = { switches: 5, ticks: 5, idleTicks: 5 };
  const after = { switches: 5 + switches, ticks: 205, idleTicks: 5 + 200 * idle };
  expect(loadBetween(before, after, 1, processors)).toEqual({ switches, isStorm });
});

it('the switches of threads are read, and of the machine', async () => {
  const code = 'import time\nfor n in range(200): time.sleep(0.001)\nprint(1, flush=True)\ntime.sleep(9)';
  const child = spawn('python3', ['-c', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const [pid, gone] = [child.pid ?? 0, 2 ** 22 + 1];
  const read = switchesOf([pid, gone]);
  child.kill('SIGKILL');
  expect([...read.keys()]).toEqual([pid]);
  expect(read.get(pid)).toBeGreaterThan(150);
  const machine = machineCounters();
  expect(machine.switches).toBeGreaterThan(1_000);
  expect(machine.ticks).toBeGreaterThan(machine.idleTicks);
});
