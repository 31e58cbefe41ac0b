import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasMoreParts } from './json-parts.ts';

const has = (text: string, most: number): Promise<boolean> => hasMoreParts(Buffer.from(text), most);

it('hasMoreParts counts lists, records, names and entries', async () => {
  const text = '{"a": [1, 2], "b": {}}';
  expect(await has(text, 7)).toBe(false);
  expect(await has(text, 6)).toBe(true);
});

it('hasMoreParts counts nothing inside strings, however they are quoted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      expect(await has(JSON.stringify([text, text]), 2)).toBe(false);
      expect(await has(JSON.stringify([text, text]), 1)).toBe(true);
    }),
  );
  expect(await has('["\\\\",["\\",[{,:"]]', 3)).toBe(false);
});

it('hasMoreParts also counts nested and broken JSON', async () => {
  expect(await has('['.repeat(1_000_000), 1_000)).toBe(true);
  expect(await has('"\\', 0)).toBe(false);
});

it('hasMoreParts reads every byte of a long answer', async () => {
  const long = JSON.stringify(['x'.repeat(5 * 2 ** 20), ',"', 1]);
  expect(await has(long, 3)).toBe(false);
  expect(await has(long, 2)).toBe(true);
});
