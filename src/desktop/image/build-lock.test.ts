import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeBuildLock } from './build-lock.ts';
import type { BuildProgress } from './progress.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(cache, { recursive: true }));

test('a second image builder waits, shows the progress of the first, and continues once that is done', async () => {
  const first = await takeBuildLock(cache, { onProgress: () => undefined });
  first.report({ phase: 'packages', percent: 12, message: 'installing dash' });
  const seen: BuildProgress[] = [];
  let isTaken = false;
  const second = takeBuildLock(cache, { onProgress: (progress) => seen.push(progress) }).then((lock) => {
    isTaken = true;
    return lock;
  });
  await expect.poll(() => seen[0], { timeout: 40_000 }).toMatchObject({ phase: 'waiting', percent: 12 });
  expect(seen[0]?.message).toContain('installing dash');
  expect(isTaken).toBe(false);
  await first.release();
  await (await second).release();
});

test('waiting for another image builder can be stopped', async () => {
  const first = await takeBuildLock(cache, { onProgress: () => undefined });
  const stopping = new AbortController();
  const second = takeBuildLock(cache, { onProgress: () => undefined, signal: stopping.signal });
  setTimeout(() => stopping.abort(new Error('stopped')), 200);
  await expect(second).rejects.toThrow('stopped');
  await first.release();
});
