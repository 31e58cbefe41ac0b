import { describe, expect, it } from 'vitest';
import { Deadline } from './deadline.ts';

const limit = (milliseconds: number) => ({ milliseconds, what: 'Work' });
const never = new AbortController().signal;

describe('the deadline of an attempt', () => {
  it('the deadline of an attempt aborts work at its limit and then awaits it', async () => {
    const deadline = new Deadline(never);
    let wasDone = false;
    const { promise: enough, resolve: end } = Promise.withResolvers<void>();
    const work = deadline.run(limit(20), async () => {
      await enough;
      wasDone = true;
    });
    await expect(work).rejects.toMatchObject({ code: 'deadline', message: 'Work took longer than 0.02 s.' });
    expect(wasDone).toBe(false);
    setTimeout(end, 50);
    expect(await deadline.join(30_000)).toEqual([]);
    expect(wasDone).toBe(true);
  });

  it('the deadline of an attempt stops work that runs beside failed work and names what never ends', async () => {
    const deadline = new Deadline(never);
    let timeout: unknown = null;
    const beside = deadline.run(limit(60_000), async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      timeout = signal.reason;
    });
    const stuck = deadline.run({ milliseconds: 60_000, what: 'Waiting' }, () => new Promise(() => {}));
    const both = Promise.allSettled([beside, stuck]);
    await expect(deadline.run(limit(60_000), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await deadline.join(100)).toEqual(['Waiting']);
    expect(timeout).toMatchObject({ code: 'attempt-over' });
    for (const ended of await both) expect(ended).toMatchObject({ reason: { code: 'attempt-over' } });
    await expect(deadline.run(limit(10), async () => 1)).rejects.toMatchObject({ code: 'attempt-over' });
  });

  it('the deadline of an attempt hands over exactly what finishes too late', async () => {
    const deadline = new Deadline(never);
    const late: string[] = [];
    const take = async (value: string) => void late.push(value);
    expect(await deadline.run(limit(30_000), async () => 'in time', take)).toBe('in time');
    const { promise: slow, resolve: end } = Promise.withResolvers<string>();
    await expect(deadline.run(limit(10), () => slow, take)).rejects.toMatchObject({ code: 'deadline' });
    end('too late');
    await deadline.join(30_000);
    expect(late).toEqual(['too late']);
  });

  it('the deadline of an attempt ends with the user’s abort reason', async () => {
    const stop = new AbortController();
    const work = new Deadline(stop.signal).run(limit(60_000), () => new Promise(() => {}));
    stop.abort(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
  });
});
