import { expect, test } from 'vitest';
import { benchRow, ratiosOf, relativeTo } from './measure.ts';

const [start] = relativeTo('container', [benchRow('start', 'ms', [300, 320, 340])]);
const rows = [start as NonNullable<typeof start>, benchRow('memory', 'MB', [1])];

test('a ratio is the median over the median of the references before and after', () => {
  const times = (...container: number[]) => ({ computation: [1], container });
  expect(ratiosOf(rows, times(70, 80), times(80, 90))).toEqual({ start: 4 });
});

test('a row without a measurement or a reference has no ratio', () => {
  expect(ratiosOf(rows, { computation: [1], container: [] })).toEqual({});
});
