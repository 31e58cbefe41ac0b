import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EnvironmentError } from '../../../src/base/errors.ts';
import { startViewer, type Viewer } from '../../../src/results/viewer/server.ts';
import { type OpenBrowser, openBrowser } from '../../../test/viewer/open-browser.ts';
import { watchedQueue } from '../src/cli/watched-queue.ts';
import { QueueDatabase } from '../src/queue/database.ts';
import type { PostgresClaim } from '../src/queue/postgres-claim.ts';
import { PostgresQueue } from '../src/queue/postgres-queue.ts';
import { setRate } from '../src/queue/rate-table.ts';
import { submitSweep } from '../src/queue/submit.ts';
import { PostgresServer } from './postgres-server.ts';

let folder: string;
let server: PostgresServer;
let database: QueueDatabase;
let viewer: Viewer;
let open: OpenBrowser;
const token = 'a-token-of-the-test';
const claims: PostgresClaim[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-fleet-'));
  server = await PostgresServer.start();
  database = await QueueDatabase.open(await server.createDatabase('watched'), { supervises: false });
  const sweep = { name: 'night', flags: {}, results: join(folder, 'results'), version: '0', image: null };
  const runs = ['a', 'b', 'c', 'd'].map((key) => ({ key, label: `os/${key}`, path: `x/${key}` }));
  await submitSweep(database, { ...sweep, suiteHash: 'h', priority: 1, capUsd: 20, runUsd: 1, callUsd: 0.1 }, runs);
  await setRate(database, 'openai', { requestsPerMinute: 500 });
  const queue = new PostgresQueue(database, {
    worker: 'node7:12',
    kind: 'run',
    untilDone: true,
    heartbeatMs: 3_600_000,
  });
  for (let n = 0; n < 3; n += 1) claims.push((await queue.claim(new AbortController().signal)) as PostgresClaim);
  const [committed, failed, going] = claims;
  await committed?.commit({ manifest: 'h', outcome: 'done', resultText: '1\n', staged: 'x', costUsd: 0.5 });
  const error = new EnvironmentError('The <b>host</b> is full.', { code: 'host-full' });
  await failed?.end({ as: 'failed', error, isFinal: true, costUsd: 0.25 });
  const background = { r: 200, g: 30, b: 30 };
  const picture = sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .webp()
    .toBuffer();
  going?.progress({ step: 4, costUsd: 0.125 }, () => picture);
  await going?.heartbeat();
  viewer = await startViewer(join(folder, 'results'), {
    cache: join(folder, 'cache'),
    fleet: watchedQueue(database),
    token,
  });
  open = await openBrowser();
});

afterAll(async () => {
  await open?.close();
  await viewer?.close();
  for (const claim of claims) await claim.close();
  await database?.close();
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

it('the fleet viewer refuses requests without the token', async () => {
  const { origin } = new URL(viewer.url);
  expect(viewer.url).toBe(`${origin}/?token=${token}`);
  for (const path of ['/', '/api/state', '/api/fleet', '/api/events', '/?token=another']) {
    const response = await fetch(`${origin}${path}`, { redirect: 'manual' });
    expect(response.status, path).toBe(401);
  }
  const cookies = ['', 'osharm-view=', 'osharm-view=another', `other=${token}`];
  for (const cookie of cookies) expect((await fetch(`${origin}/api/state`, { headers: { cookie } })).status).toBe(401);
  const entered = await fetch(`${origin}/runs?token=${token}&page=2`, { redirect: 'manual' });
  expect(entered.status).toBe(303);
  expect(entered.headers.get('location')).toBe('/runs?page=2');
  const cookie = entered.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  const state = await fetch(`${origin}/api/state`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(await state.json()).toMatchObject({ hasFleet: true });
});

it('the fleet viewer shows a queue while workers use it', async () => {
  const page = await open.browser.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(viewer.url);
  expect(page.url()).not.toContain(token);
  await page.getByRole('link', { name: 'Fleet' }).click();
  const sweep = page.getByRole('region', { name: 'Sweep night' });
  await sweep.getByText('1 of 4 runs committed, 1 running, 1 waiting, 1 failed').waitFor();
  // $0.50 and $0.25 were spent; $1 is reserved for running trials.
  await sweep.getByText('$1.75 of $20.00').waitFor();
  // Of others, and shown as text.
  await sweep.getByText('The <b>host</b> is full.').waitFor();
  const attempt = sweep.getByRole('list', { name: 'Running' }).getByRole('listitem');
  expect(await attempt.textContent()).toMatch(/os\/\w.*step 5.*node7:12/);
  const image = attempt.getByRole('img');
  await expect
    .poll(() => image.evaluate((value) => (value as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(320);
  await page.getByRole('region', { name: 'Rates' }).getByText('openai').waitFor();
  const [, , going] = claims;
  await going?.commit({ manifest: 'h', outcome: 'done', resultText: '1\n', staged: 'y', costUsd: 0.2 });
  await sweep.getByText('2 of 4 runs committed, 1 waiting, 1 failed').waitFor();
  expect(await attempt.count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await page.screenshot({ path: process.env.OSHARM_TEST_PICTURE ?? join(folder, 'page.png'), fullPage: true });
  await page.close();
});
