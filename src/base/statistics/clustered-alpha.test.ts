import { expect, it } from 'vitest';
import { clusteredAlpha } from './clustered-alpha.ts';
import { krippendorffAlpha } from './krippendorff.ts';

const agreed = (yes: number, no: number) => [
  ...Array.from({ length: yes }, () => [true, true, null]),
  ...Array.from({ length: no }, () => [false, false, false]),
];
const items = [...agreed(12, 15), [true, false, true], [false, null, true], [null, null, true], [true, false, null]];
const width = (of: ReturnType<typeof clusteredAlpha>) => (of.high ?? 0) - (of.low ?? 0);

it('clusteredAlpha equals Krippendorff’s α, with a wider interval for dependent items', () => {
  const single = clusteredAlpha(items.map((item) => [item]));
  expect(single.value).toBe(krippendorffAlpha(items));
  expect(single.low).toBeLessThan(single.value ?? 0);
  const pairs = items.map((item) => [item, item, item]);
  expect(width(clusteredAlpha(pairs))).toBeGreaterThan(width(clusteredAlpha(pairs.flat().map((item) => [item]))));
});

it('the interval of clusteredAlpha has a width under full agreement and narrows with more items', () => {
  const few = clusteredAlpha(agreed(3, 4).map((item) => [item]));
  const many = clusteredAlpha(agreed(60, 80).map((item) => [item]));
  expect([few.value, few.high, many.value]).toEqual([1, 1, 1]);
  expect(few.low).toBeLessThan(0.5);
  expect(many.low).toBeGreaterThan(0.9);
});

it('clusteredAlpha is undefined without disagreement', () => {
  expect(clusteredAlpha([agreed(5, 0)])).toEqual({ value: null, low: null, high: null });
  expect(clusteredAlpha([])).toEqual({ value: null, low: null, high: null });
});
