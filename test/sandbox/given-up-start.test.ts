import { expect, it } from 'vitest';
import { startInUserNamespace } from '../../src/desktop/client/user-namespace.ts';

/** Starts that are given up at so many moments, spread over the time that one takes. */
const moments = 60;

it('an aborted start of a sandbox settles at whatever moment it is aborted', async () => {
  const start = performance.now();
  const whole = await startInUserNamespace(['true']);
  const took = performance.now() - start;
  whole.process.kill('SIGKILL');
  whole.channel.destroy();
  const hung: string[] = [];
  for (let moment = 0; moment < moments; moment += 1) {
    const stop = new AbortController();
    const after = (moment / moments) * took * 2;
    const timer = setTimeout(() => stop.abort(new Error('given up')), after);
    const settled = startInUserNamespace(['sleep', '5'], { signal: stop.signal }).then(
      ({ process, channel }) => {
        process.kill('SIGKILL');
        channel.destroy();
        return true;
      },
      () => true,
    );
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      limit = setTimeout(resolve, 10_000, false);
    });
    if (!(await Promise.race([settled, late]))) hung.push(`${Math.round(after)} ms`);
    clearTimeout(limit);
    clearTimeout(timer);
  }
  expect(hung).toEqual([]);
}, 120_000);
