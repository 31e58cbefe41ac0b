import { afterEach, expect, it, vi } from 'vitest';
import { untilStopped } from './until-stopped.ts';

afterEach(() => vi.restoreAllMocks());

it('ends what goes on at the first Ctrl-C, says what is done about it, and listens no longer', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.listenerCount('SIGINT');
  const ended = untilStopped(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('closed'), { once: true })),
    'the desktop is being closed',
  );
  process.emit('SIGINT');
  expect(await ended).toEqual({ result: 'closed', stopped: true });
  expect(said).toHaveBeenCalledExactlyOnceWith(
    '\nStopping: the desktop is being closed. (Ctrl-C again leaves at once.)\n',
  );
  expect(process.listenerCount('SIGINT')).toBe(before);
});
