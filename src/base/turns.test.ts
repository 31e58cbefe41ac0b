import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const never = new AbortController().signal;
const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

it('turns let a limited number act at a time, in request order', async () => {
  const turns = new Turns(2);
  const [first, second] = await Promise.all([turns.take(never), turns.take(never)]);
  const third = turns.take(never);
  const fourth = turns.take(never);
  expect(await settled(third)).toBe(false);
  second();
  // Ended once, it ends nothing more.
  second();
  const endThird = await third;
  expect(await settled(fourth)).toBe(false);
  first();
  await fourth;
  const fifth = turns.take(never);
  endThird();
  await fifth;
});

it('turns skip a caller that gave up', async () => {
  const turns = new Turns(1);
  const end = await turns.take(never);
  const stopping = new AbortController();
  const stopped = turns.take(stopping.signal);
  const next = turns.take(never);
  stopping.abort(new Error('Stopped.'));
  await expect(stopped).rejects.toThrow('Stopped.');
  await expect(turns.take(stopping.signal)).rejects.toThrow('Stopped.');
  end();
  await next;
});
