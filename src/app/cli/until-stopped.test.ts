import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { untilStopped } from './until-stopped.ts';

afterEach(() => vi.restoreAllMocks());

it('the first Ctrl-C stops the work, prints what happens next, and removes the listener', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.listenerCount('SIGINT');
  const ended = untilStopped(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('closed'), { once: true })),
    'the desktop is being closed',
  );
  process.emit('SIGINT');
  expect(await ended).toEqual({ result: 'closed', stopped: true });
  expect(written).toHaveBeenCalledExactlyOnceWith(
    '\nStopping: the desktop is being closed. Press Ctrl-C again to quit immediately.\n',
  );
  expect(process.listenerCount('SIGINT')).toBe(before);
});

it.each([
  ['an exception', 'setTimeout(() => { throw new TypeError("boom"); }, 20);'],
  ['a rejection', 'setTimeout(() => { void Promise.reject(new TypeError("boom")); }, 20);'],
])(
  'work stops after %s that was not caught, reported as a fault of osharm with the runs that continue',
  async (_, fails) => {
    const program = `
import { reportFailure } from ${JSON.stringify(fileURLToPath(new URL('failure.ts', import.meta.url)))};
import { untilStopped } from ${JSON.stringify(fileURLToPath(new URL('until-stopped.ts', import.meta.url)))};
const work = (signal) => new Promise((resolve) => {
  ${fails}
  const wait = setTimeout(() => {}, 10_000);
  signal.addEventListener('abort', () => { clearTimeout(wait); console.log('finished runs written'); resolve(); });
});
process.exitCode = await untilStopped(work, undefined, () => ['os/a', 'os/b']).then(() => 0, reportFailure);`;
    const child = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], { encoding: 'utf8' });
    expect(child.stdout).toBe('finished runs written\n');
    expect(child.stderr).toMatch(
      /osharm: osharm itself failed\. It touched: os\/a, os\/b\. Finished runs are kept\.\nTypeError: boom/,
    );
    expect(child.stderr).toContain('→ Please report this.');
    expect(child.status).toBe(1);
  },
);
