import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DesktopEnd, DesktopSpec } from '../../client/desktop.ts';
import { WarmDesktops } from './warm-desktops.ts';

class Started {
  end: DesktopEnd = { state: 'running' };
  readonly spec: DesktopSpec;
  constructor(spec: DesktopSpec) {
    this.spec = spec;
  }
  state(): DesktopEnd {
    return this.end;
  }
  async close(): Promise<void> {
    this.end = { state: 'closed' };
  }
}
const size = { width: 10, height: 10 };
let started: Started[] = [];
const start = async (spec: DesktopSpec): Promise<Started> => {
  const fake = new Started(spec);
  started.push(fake);
  return fake;
};
beforeEach(() => {
  started = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('the next desktops are kept ready for any run and started after a delay', async () => {
  const warm = new WarmDesktops(2, start, 1000);
  expect(await warm.take({ ...size, run: '/a' })).toBeNull();
  await vi.advanceTimersByTimeAsync(900);
  expect(started).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(warm.ready).toBe(2);
  expect(started.map(({ spec }) => spec)).toEqual([size, size]);
  expect(await warm.take({ ...size, run: '/b' })).toBe(started[0]);
  await vi.advanceTimersByTimeAsync(1100);
  expect([started.length, warm.ready]).toEqual([3, 2]);
  await warm.close();
  expect(started.map(({ end }) => end.state)).toEqual(['running', 'closed', 'closed']);
  expect(await warm.take(size)).toBeNull();
  await vi.advanceTimersByTimeAsync(5000);
  expect(started).toHaveLength(3);
});

it('frequent leases do not postpone the next warm desktop', async () => {
  const warm = new WarmDesktops(1, start, 1000);
  for (let lease = 0; lease < 3; lease += 1) {
    expect(await warm.take(size)).toBeNull();
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(warm.ready).toBe(1);
});

it('a warm desktop that ended or has another spec is never handed out', async () => {
  const warm = new WarmDesktops(1, start, 0);
  await warm.take(size);
  await vi.advanceTimersByTimeAsync(10);
  (started[0] as Started).end = { state: 'destroyed', reason: 'x' };
  expect(await warm.take(size)).toBeNull();
  await vi.advanceTimersByTimeAsync(10);
  expect(await warm.take({ width: 20, height: 20 })).toBeNull();
  await vi.advanceTimersByTimeAsync(10);
  expect(started.map(({ end }) => end.state)).toEqual(['closed', 'closed', 'running']);
  expect(started[2]?.spec).toEqual({ width: 20, height: 20 });
});

it('a warm desktop’s failure is reported to the next lease', async () => {
  let isBroken = true;
  const warm = new WarmDesktops(1, async (spec) => (isBroken ? Promise.reject(new Error('no')) : start(spec)), 0);
  await warm.take(size);
  await vi.advanceTimersByTimeAsync(10);
  expect(warm.ready).toBe(0);
  isBroken = false;
  expect(await warm.take(size)).toBeNull();
  await vi.advanceTimersByTimeAsync(10);
  expect(warm.ready).toBe(1);
});
