import { expect, it } from 'vitest';
import { LoopWatch } from './loop-watch.ts';

it('counts for two minutes how long the loop was held, also where nobody has looked since', () => {
  let now = 0;
  const watch = new LoopWatch(() => now);
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    watch.look();
  };
  for (let turn = 0; turn < 10; turn += 1) pass(200);
  pass(900);
  expect(watch.held()).toBe(0);
  pass(30_200);
  now += 12_200;
  expect(watch.held()).toBe(42_000);
  for (let turn = 0; turn < 540; turn += 1) pass(200);
  expect(watch.held()).toBe(12_000);
  for (let turn = 0; turn < 120; turn += 1) pass(200);
  expect(watch.held()).toBe(0);
});
