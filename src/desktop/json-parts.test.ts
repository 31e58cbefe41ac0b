import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasMoreParts } from './json-parts.ts';

const has = (text: string, most: number): boolean => hasMoreParts(Buffer.from(text), most);

it('counts lists, records, names and entries', () => {
  const text = '{"a": [1, 2], "b": {}}';
  expect(has(text, 7)).toBe(false);
  expect(has(text, 6)).toBe(true);
});

it('counts nothing inside texts, however they are quoted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(has(JSON.stringify([text, text]), 2)).toBe(false);
      expect(has(JSON.stringify([text, text]), 1)).toBe(true);
    }),
  );
  expect(has('["\\\\",["\\",[{,:"]]', 3)).toBe(false);
});

it('tells of JSON that is nested or broken, too', () => {
  expect(has('['.repeat(1_000_000), 1_000)).toBe(true);
  expect(has('"\\', 0)).toBe(false);
});
