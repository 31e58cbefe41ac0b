import { expect, it } from 'vitest';
import { droppedObservations, mostObservations } from './recent-observations.ts';

it('old observations are dropped five at a time, and the recent ones are kept', () => {
  const dropped = Array.from({ length: 36 }, (_, past) => droppedObservations(past, 3));
  expect(dropped.slice(0, 8)).toEqual(Array(8).fill(0));
  expect(dropped.slice(8, 13)).toEqual(Array(5).fill(5));
  expect(dropped.slice(13, 18)).toEqual(Array(5).fill(10));
  const kept = dropped.map((count, past) => past - count);
  expect(Math.max(...kept)).toBe(mostObservations(3));
  expect(Math.min(...kept.slice(3))).toBe(3);
});
