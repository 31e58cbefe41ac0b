import { expect, test } from 'vitest';
import { createPackagesMeter, percentOf } from './progress.ts';

test('the package progress grows from nothing to all and never decreases', () => {
  const meter = createPackagesMeter(2);
  const lines = [
    'I: running apt-get update...',
    'Get:1 http://mirror.example/debian bookworm/main amd64 dash amd64 0.5 [97 kB]',
    '0 upgraded, 4 newly installed, 0 to remove and 0 not upgraded.',
    ...['a', 'b', 'c'].map(
      (name, index) => `Get:${index + 2} http://mirror.example/debian bookworm/main amd64 ${name} amd64 1 [1 kB]`,
    ),
    ...['a', 'b', 'c', 'd'].flatMap((name) => [`Unpacking ${name} (1) ...`, `Setting up ${name} (1) ...`]),
  ];
  const parts = lines.flatMap((line) => meter(line)?.part ?? []);
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
  expect(parts.at(0)).toBeGreaterThan(0);
  expect(parts.at(-1)).toBe(1);
});

test('build phases follow one another in percent', () => {
  expect(percentOf('packages', 1)).toBe(percentOf('code', 0));
  expect(percentOf('code', 1)).toBe(percentOf('assemble', 0));
  expect(percentOf('assemble', 1)).toBe(100);
  expect(percentOf('code', 7)).toBe(percentOf('code', 1));
});
