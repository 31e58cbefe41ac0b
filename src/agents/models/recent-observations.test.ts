import { expect, it } from 'vitest';
import { droppedObservations, mostObservations } from './recent-observations.ts';

it('observations drop out eight at a time, and at least the recent ones stay', () => {
  const dropped = Array.from({ length: 36 }, (_, past) => droppedObservations(past, 3));
  expect(dropped.slice(0, 11)).toEqual(Array(11).fill(0));
  expect(dropped.slice(11, 19)).toEqual(Array(8).fill(8));
  expect(dropped.slice(19, 27)).toEqual(Array(8).fill(16));
  const kept = dropped.map((count, past) => past - count);
  expect(Math.max(...kept)).toBe(mostObservations(3));
  expect(Math.min(...kept.slice(3))).toBe(3);
});
