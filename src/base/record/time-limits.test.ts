import { expect, it } from 'vitest';
import { nestedLimits } from './time-limits.ts';

it.each(nestedLimits)('the time limit %s (%i ms) ends before the enclosing %s (%i ms)', (_, inner, __, outer) => {
  expect(inner).toBeLessThan(outer);
});
