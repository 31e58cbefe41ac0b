import { expect, it } from 'vitest';
import { pause } from './pause.ts';

it('pause rejects with the abort reason, before and during the wait', async () => {
  const stop = new AbortController();
  const reason = new Error('not wanted any more');
  const waiting = pause(60_000, stop.signal);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(pause(0, stop.signal)).rejects.toBe(reason);
  await pause(1, new AbortController().signal);
});
