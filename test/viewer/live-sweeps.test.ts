import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { controlFile } from '../../src/base/record/sweep-control.ts';
import type { LiveSweep } from '../../src/results/viewer/api/live.ts';
import type { ViewerState } from '../../src/results/viewer/api.ts';
import type { PlannedRun } from '../../src/runs/plan/planned-run.ts';
import { SweepControl } from '../../src/runs/sweep/sweep-control.ts';
import { type OpenViewer, openViewer } from './open-viewer.ts';
import { type Answer, ask } from './server-client.ts';

let root: string;
let out: string;
let viewer: OpenViewer;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'viewer-sweeps-'));
  out = join(root, 'mine');
  mkdirSync(out);
  viewer = await openViewer(root);
});
afterEach(async () => {
  await viewer.close();
  rmSync(root, { recursive: true });
});

async function sweepOf(tasks: string[], limitUsd: number | null = null) {
  const runs = tasks.map(
    (taskId) =>
      ({
        domain: 'os',
        taskId,
        repeat: 1,
        injection: null,
        settings: { model: 'mine' },
        directory: join(out, taskId),
      }) as PlannedRun,
  );
  const calls: string[] = [];
  const control = new SweepControl(runs, { out, parallel: 2, meter: { totalUsd: 0.5, limitUsd } });
  control.attach({
    setHeld: (isHeld) => void calls.push(isHeld ? 'pause' : 'resume'),
    cancel: (run) => calls.push(`cancel ${run.taskId}`) > 0,
    requeue: () => true,
    setParallel: (parallel) => void calls.push(`parallel ${parallel}`),
  });
  for (const run of runs.slice(0, 1)) control.follow({ kind: 'run-started', run });
  return { calls, stop: await control.serve() };
}

const sweeps = async (): Promise<LiveSweep[]> => (await ask(viewer.url, '/api/sweeps')).json<LiveSweep[]>();

async function send(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const { postToken } = (await ask(viewer.url, '/api/state')).json<ViewerState>();
  return ask(viewer.url, '/api/sweeps', {
    method: 'POST',
    headers: Object.assign({ 'content-type': 'application/json', 'x-osharm-token': postToken }, headers),
    body: JSON.stringify(body),
  });
}

it('the viewer lists a sweep that runs below its folder, and controls it over the socket of osharm ctl', async () => {
  const { calls, stop } = await sweepOf(['a', 'b']);
  expect(await sweeps()).toEqual([
    {
      folder: 'mine',
      refusal: null,
      isPaused: false,
      parallel: 2,
      costUsd: 0.5,
      maxCostUsd: null,
      counts: [
        { state: 'running', runs: 1 },
        { state: 'waiting', runs: 1 },
      ],
      open: [
        { name: 'os/a', isRunning: true },
        { name: 'os/b', isRunning: false },
      ],
    },
  ]);
  expect((await send({ folder: 'mine', request: { action: 'pause' } })).json()).toMatchObject({
    message: expect.stringContaining('Paused'),
    sweep: { isPaused: true },
  });
  await send({ folder: 'mine', request: { action: 'resume' } });
  await send({ folder: 'mine', request: { action: 'cancel', run: 'os/b' } });
  await send({ folder: 'mine', request: { action: 'limit', parallel: 1 } });
  expect(calls).toEqual(['pause', 'parallel 0', 'resume', 'parallel 2', 'cancel b', 'parallel 1']);
  await stop();
  expect(await sweeps()).toEqual([]);
  expect((await send({ folder: 'mine', request: { action: 'pause' } })).status).toBe(404);
});

it('the viewer passes on why a sweep refuses', async () => {
  const { stop } = await sweepOf(['a']);
  const reply = await send({ folder: 'mine', request: { action: 'limit', maxCost: 5 } });
  expect(reply.status).toBe(409);
  expect(reply.json().error).toMatch(/^This sweep was started without --max-cost, .* Stop it/);
  await stop();
});

it('the viewer controls no sweep for other pages, malformed requests, folders outside its root, or read-only results', async () => {
  const { calls, stop } = await sweepOf(['a']);
  const request = { action: 'pause' };
  expect((await send({ folder: 'mine', request }, { 'x-osharm-token': 'wrong' })).status).toBe(403);
  expect((await send({ folder: 'mine', request: { action: 'stop' } })).status).toBe(400);
  for (const folder of ['../mine', out, '', 'mine/..'])
    expect((await send({ folder, request })).status, folder).toBe(404);
  chmodSync(root, 0o500);
  // Root may write everywhere.
  if (process.getuid?.() !== 0) expect((await send({ folder: 'mine', request })).status).toBe(403);
  chmodSync(root, 0o700);
  expect(calls).toEqual([]);
  await stop();
});

it('results that name another socket, or a sweep that ended without cleaning up, are listed with the reason', async () => {
  writeFileSync(join(out, controlFile), JSON.stringify({ socket: '/run/docker.sock', pid: 1 }));
  expect(await sweeps()).toMatchObject([{ refusal: expect.stringContaining('names no socket of a sweep') }]);
  writeFileSync(join(out, controlFile), JSON.stringify({ socket: '/tmp/osharm-ctl-gone00/socket', pid: 1 }));
  expect(await sweeps()).toMatchObject([{ refusal: expect.stringContaining('it has ended') }]);
});
