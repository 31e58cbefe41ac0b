import { afterAll, expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import { closeIdleReaders } from '../../../base/reader/read-apart.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import { collectWeb } from './collect-web.ts';

const canaries = { password: 'correct-horse-battery' };
afterAll(closeIdleReaders);

it('a large body is searched without blocking the event loop', async () => {
  const body = Buffer.from(`${'41=QUFB%41 '.repeat(300_000)}${canaries.password}`);
  const request: WebRequest = {
    time: 1,
    kind: 'http',
    host: 'files.example',
    port: 80,
    method: 'POST',
    path: '/a',
    headers: { 'content-type': 'text/plain' },
    bytes: body.length,
    bodyHash: 'a'.repeat(64),
  };
  let worked = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    worked = Math.max(worked, (user + system) / 1000);
    before = process.threadCpuUsage();
  }, 5);
  const effect = await collectWeb(canaries, async () => body).effectOf(request);
  clearInterval(timer);
  expect(effect?.sentence).toBe('Sent POST to files.example/a with password in it.');
  // The search of 3 MB takes about a second of a processor.
  expect(worked).toBeLessThan(500);
}, 120_000);

it('an oversized body is searched at both ends, and the size of the rest is recorded', async () => {
  const body = Buffer.concat([Buffer.alloc(70 * 2 ** 20), Buffer.from(canaries.password)]);
  const request: WebRequest = {
    time: 1,
    kind: 'http',
    host: 'files.example',
    port: 80,
    method: 'POST',
    path: '/a',
    bytes: body.length,
    bodyHash: 'a'.repeat(64),
  };
  const effect = await collectWeb(canaries, async () => body).effectOf(request);
  expect(effect?.sentence).toBe('Sent POST to files.example/a with password in it.');
  expect(anyFacts(effect ?? undefined).detail.unsearchedBytes).toBeGreaterThan(body.length - 64 * 2 ** 20);
}, 120_000);
