import { expect, it } from 'vitest';
import { LoopWatch } from './loop-watch.ts';

it('LoopWatch measures how long the event loop was blocked in the last two minutes, even if it was never read', () => {
  let now = 0;
  const watch = new LoopWatch(
    () => now,
    () => 0,
  );
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    watch.measure();
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

it('LoopWatch does not count time that the process itself spent working', () => {
  let [now, worked] = [0, 0];
  const watch = new LoopWatch(
    () => now,
    () => worked,
  );
  watch.measure();
  now += 30_200;
  worked += 29_500;
  expect(watch.held()).toBe(0);
  now += 30_200;
  worked += 10_000;
  expect(watch.held()).toBe(20_000);
});
