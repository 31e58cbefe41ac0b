import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OsharmError } from '../../../base/errors.ts';
import { type FirstReadyOptions, firstReady } from './first-ready.ts';

const failure = (message: string, isRetryable = true) =>
  new OsharmError(message, { code: 'x', blame: 'environment', isRetryable });
const hangs = (signal: AbortSignal): Promise<string> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Starts desktops of these makings in their order. */
function options(...makings: ((signal: AbortSignal) => Promise<string>)[]) {
  const unused: Promise<string | null>[] = [];
  let started = 0;
  const given: FirstReadyOptions<string> = {
    start(signal) {
      const at = started++;
      return { desktop: (makings[at] as (typeof makings)[number])(signal), state: () => `phase of ${at + 1}` };
    },
    lateMs: 20,
    limitMs: 5_000,
    tooLong: (states) => failure(`too long: ${states.join(', ')}`),
    onUnused: (end) => unused.push(end),
  };
  return { given, unused, started: () => started };
}

it('a desktop that is ready in time is the only one started', async () => {
  const { given, started } = options(async () => 'first');
  expect(await firstReady(given)).toEqual({ desktop: 'first', second: null });
  expect(started()).toBe(1);
});

it('a second desktop is used if the first hangs; the first is ended and its phase reported', async () => {
  const { given, unused } = options(hangs, async () => 'second');
  const { desktop, second } = await firstReady(given);
  expect(desktop).toBe('second');
  expect(second).toMatch(/^The first desktop was not ready after 0\.\d s: phase of 1\. The second one was ready/);
  expect(await Promise.all(unused)).toEqual([null]);
});

it('a late first desktop that is ready before the second is used, and the second is closed', async () => {
  const late = async () => {
    await sleep(60);
    return 'first';
  };
  const later = async () => {
    await sleep(150);
    return 'second';
  };
  const { given, unused } = options(late, later);
  expect((await firstReady(given)).desktop).toBe('first');
  expect(await Promise.all(unused)).toEqual(['second']);
});

it('a second desktop starts immediately after a transient failure of the first', async () => {
  const { given } = options(
    async () => Promise.reject(failure('openbox ended')),
    async () => 'second',
  );
  const start = performance.now();
  const { second } = await firstReady({ ...given, lateMs: 10_000 });
  expect(second).toContain('failed after 0.0 s: openbox ended');
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('two failed desktops report both reasons, and a permanent failure is not retried', async () => {
  const both = options(
    async () => Promise.reject(failure('one')),
    async () => Promise.reject(failure('other')),
  );
  await expect(firstReady(both.given)).rejects.toThrow('one\nA second desktop was started too. other');
  const lasting = options(async () => Promise.reject(failure('no user namespaces', false)));
  await expect(firstReady(lasting.given)).rejects.toThrow('no user namespaces');
  expect(lasting.started()).toBe(1);
});

it('starting a desktop ends at its time limit with the phase of both', async () => {
  const { given } = options(hangs, hangs);
  await expect(firstReady({ ...given, limitMs: 80 })).rejects.toThrow('too long: phase of 1, phase of 2');
});

it('starting a desktop stops at the caller’s signal', async () => {
  const { given } = options(hangs, hangs);
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('Ctrl-C')), 60);
  await expect(firstReady({ ...given, signal: stop.signal })).rejects.toThrow('Ctrl-C');
});
