import { expect, it } from 'vitest';
import { nestedLimits } from './time-limits.ts';

it.each(nestedLimits)('%s (%i ms) ends before %s (%i ms)', (_, inner, __, outer) => {
  expect(inner).toBeLessThan(outer);
});
