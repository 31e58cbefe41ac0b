import { expect, test } from 'vitest';
import { createBuildMeter, createPackagesMeter } from './progress.ts';

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

test('phases at the same time add up to the whole, and the percentage never decreases', () => {
  const percents: number[] = [];
  const report = createBuildMeter(({ percent }) => percents.push(percent), { packages: 60, code: 30, assemble: 10 });
  report('packages', 0, 'begins');
  report('code', 0.5, 'compiling');
  report('packages', 1, 'done');
  report('code', 0.2, 'an earlier step');
  report('code', 7, 'done');
  report('assemble', 1, 'done');
  expect(percents).toEqual([0, 15, 75, 75, 90, 100]);
});

test('a phase that is not run has no share', () => {
  const percents: number[] = [];
  createBuildMeter(({ percent }) => percents.push(percent), { code: 40, assemble: 10 })('code', 0.5, 'compiling');
  expect(percents).toEqual([40]);
});
