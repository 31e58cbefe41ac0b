import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leasedRuns, RunLeases } from '../../src/base/record/lease/run-leases.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';

const unshare = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...unshare, 'true']).status === 0;

let folder: ReturnType<typeof temporaryFolder>;
let results: string;
let run: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = temporaryFolder('namespaces');
  results = join(folder.path, 'results');
  run = join(results, 'a');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  folder.remove();
});

/** A process in a pid namespace of its own that asks for the lease of `run`. */
async function otherNamespace(): Promise<{
  answer: { holder: { pid: number } | null; pid: number };
  end(): Promise<void>;
}> {
  const program = [process.execPath, resolve('test/queue/hold-lease.ts'), results, run];
  const child = spawn('unshare', [...unshare, ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    answer: JSON.parse(line),
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** As if nobody had given a sign of life for so long. */
function silence(seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  for (const name of readdirSync(results)) if (name.startsWith('.alive-')) utimesSync(join(results, name), then, then);
}

it.skipIf(!canUnshare)('a run of another pid namespace is left alone while its process sends heartbeats', async () => {
  const first = await otherNamespace();
  expect(first.answer.holder).toBeNull();
  // Both are process 1 where they live, and none is process 1 here.
  const second = await otherNamespace();
  expect([first.answer.pid, second.answer.pid]).toEqual([1, 1]);
  expect(second.answer.holder).toMatchObject({ pid: 1 });
  const others = new RunLeases(results);
  expect(others.take(run)).toMatchObject({ pid: 1 });
  expect(leasedRuns(join(results, '.leases.sqlite'))?.leased).toEqual(new Set(['a']));
  await second.end();
  await first.end();
  // Nobody can ask it: for two minutes it may be alive.
  silence(60);
  expect(others.take(run)).toMatchObject({ pid: 1 });
  silence(180);
  expect(leasedRuns(join(results, '.leases.sqlite'))?.leased).toEqual(new Set());
  expect(others.take(run)).toBeNull();
  others.close();
});

it.skipIf(!canUnshare)(
  'a process of another pid namespace that was silent for too long has lost its lease',
  async () => {
    // Stopped: it gives no signs of life.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const others = new RunLeases(results);
    vi.useRealTimers();
    expect(others.take(run)).toBeNull();
    expect(others.holds(run)).toBe(true);
    silence(180);
    const other = await otherNamespace();
    expect(other.answer.holder).toBeNull();
    expect(others.holds(run)).toBe(false);
    // What isn't held any more stays the other's.
    others.release(run);
    expect(others.take(run)).toMatchObject({ pid: 1 });
    others.close();
  },
);
