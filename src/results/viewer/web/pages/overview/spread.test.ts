import { expect, it } from 'vitest';
import { spread } from './spread.ts';

it('leaves labels where there is room, and pushes others apart within the bounds', () => {
  expect(spread([10, 100], 30, 0, 200)).toEqual([10, 100]);
  expect(spread([10, 12, 100], 30, 0, 200)).toEqual([10, 40, 100]);
  expect(spread([190, 195, 199], 30, 0, 200)).toEqual([140, 170, 200]);
  expect(spread([], 30, 0, 200)).toEqual([]);
});
