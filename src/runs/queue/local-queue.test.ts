import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { heartbeatIn } from '../../base/record/lease/liveness.ts';
import { ownIdentity } from '../../base/record/lease/process-identity.ts';
import { RunLeases } from '../../base/record/lease/run-leases.ts';
import { LocalQueue } from './local-queue.ts';

let folder: string;
let leases: RunLeases;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-queue-'));
  leases = new RunLeases(folder);
});
afterEach(() => {
  leases.close();
  rmSync(folder, { recursive: true });
});

const signal = new AbortController().signal;
const runs = (agent: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    agent,
    specHash: `${agent}${at}`,
    directory: join(folder, agent, `${at}`),
  }));

type Run = ReturnType<typeof runs>[number];

/** A queue of agents with so many runs each, in one round or in several. */
function queueOf(agents: Readonly<Record<string, readonly number[]>>) {
  const sources = Object.entries(agents).map(([agent, counts]) => {
    const rounds = counts.map((count, at) =>
      runs(`${agent}${at === 0 ? '' : at}`, count).map((run) => ({ ...run, agent })),
    );
    return { agent, next: () => rounds.shift() ?? null };
  });
  return new LocalQueue(sources, leases, { isDone: () => false, onDone() {}, onElsewhere() {}, onTakenOver() {} });
}
async function claimed(queue: ReturnType<typeof queueOf>) {
  const claim = await queue.claim(signal);
  if (claim === null) throw new Error('No run was left.');
  return claim;
}

it('the local queue hands out a run of the agent with the fewest in progress', async () => {
  const queue = queueOf({ slow: [9], fast: [9] });
  const held = [await claimed(queue), await claimed(queue), await claimed(queue), await claimed(queue)];
  expect(held.map(({ run }) => run.agent)).toEqual(['slow', 'fast', 'slow', 'fast']);
  // The slow agent keeps its two: the fast one gets each desktop that is free.
  for (let turn = 0; turn < 6; turn += 1) {
    const at = held.findIndex(({ run }) => run.agent === 'fast');
    await held.splice(at, 1)[0]?.close();
    const next = await claimed(queue);
    expect(next.run.agent).toBe('fast');
    held.push(next);
  }
});

it('the local queue gives one agent all desktops once no other has runs left', async () => {
  const queue = queueOf({ slow: [4], fast: [1] });
  const agents = [];
  for (let at = 0; at < 5; at += 1) agents.push((await claimed(queue)).run.agent);
  expect(agents).toEqual(['slow', 'fast', 'slow', 'slow', 'slow']);
  expect(await queue.claim(AbortSignal.abort())).toBeNull();
});

it('the local queue starts an agent’s next round once its last one has ended, while others continue', async () => {
  const queue = queueOf({ a: [2, 1], b: [1] });
  const first = await claimed(queue);
  const other = await claimed(queue);
  const second = await claimed(queue);
  expect([first, other, second].map(({ run }) => run.specHash)).toEqual(['a0', 'b0', 'a1']);
  let isHandedOut = false;
  const waiting = queue.claim(signal).then((claim) => {
    isHandedOut = true;
    return claim;
  });
  await first.close();
  await other.close();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isHandedOut).toBe(false);
  await second.close();
  expect((await waiting)?.run.specHash).toBe('a10');
});

it('a pending claim of the local queue ends when the agent is paused or the signal aborts', async () => {
  const queue = queueOf({ a: [1, 1] });
  await claimed(queue);
  const stop = new AbortController();
  const stopped = queue.claim(stop.signal);
  stop.abort();
  expect(await stopped).toBeNull();
  const waiting = queue.claim(signal);
  queue.pause('a');
  expect(await waiting).toBeNull();
});

it('a held queue hands out no run until it is released', async () => {
  const queue = queueOf({ a: [2] });
  queue.setHeld(true);
  let isHandedOut = false;
  const waiting = queue.claim(signal).then((claim) => {
    isHandedOut = true;
    return claim;
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isHandedOut).toBe(false);
  queue.setHeld(false);
  expect((await waiting)?.run.specHash).toBe('a0');
});

it('a cancelled run is aborted if it is in progress, and never handed out if it waits', async () => {
  const queue = queueOf({ a: [3] });
  const first = await claimed(queue);
  expect(queue.cancel(first.run)).toBe(true);
  expect(first.lost.aborted).toBe(true);
  const second = await claimed(queue);
  await second.close();
  expect(queue.cancel(second.run)).toBe(false);
  expect(queue.requeue(first.run)).toBe(false);
  await first.close();
  expect(queue.requeue(first.run)).toBe(true);
  expect([(await claimed(queue)).run.specHash, (await claimed(queue)).run.specHash]).toEqual(['a2', 'a0']);
});

it('the local queue hands out a run of another process only if that died without releasing it', async () => {
  const identity = { ...ownIdentity(), host: 'another', boot: 'another' };
  const other = new RunLeases(folder, identity);
  const [kept, released, own] = runs('a', 3) as [Run, Run, Run];
  other.take(kept.directory);
  other.take(released.directory);
  const seen: string[] = [];
  const rounds = [[kept, released, own]];
  const queue = new LocalQueue([{ agent: 'a', next: () => rounds.shift() ?? null }], leases, {
    isDone: () => false,
    onDone() {},
    onElsewhere: ({ specHash }) => void seen.push(`${specHash} elsewhere`),
    onTakenOver: ({ specHash }) => void seen.push(`${specHash} taken over`),
  });
  const first = await queue.claim(signal);
  expect(first?.run).toBe(own);
  other.release(released.directory);
  // A process of another machine is dead once its heartbeat is old.
  utimesSync(heartbeatIn(folder, identity), 0, 0);
  const next = queue.claim(signal);
  expect((await next)?.run).toBe(kept);
  await first?.close();
  await (await next)?.close();
  expect(await queue.claim(signal)).toBeNull();
  expect(seen).toEqual(['a0 elsewhere', 'a1 elsewhere', 'a0 taken over']);
  other.close();
});
