/**
 * Measures what runs leave in results, for the table of large sweeps in docs/run/fleet.md:
 *
 *     bin/osharm-node tools/evidence/measure-scale.ts RESULTS…
 *
 * Bytes and files of a run are a fixed part and a part for each step, by least squares over all finished runs below the
 * folders. The other rows of docs/evidence/data/scale.csv are kept.
 */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findRuns, readRun } from '../../src/base/record/read-run.ts';
import { measuredRows, saveMeasurement } from './measurements.ts';

interface Size {
  steps: number;
  bytes: number;
  files: number;
}

function sizesBelow(folder: string): Size[] {
  return findRuns(folder).flatMap((directory) => {
    const { complete, runJson } = readRun(directory);
    if (!complete || runJson === null) return [];
    const paths = globSync('**/*', { cwd: directory }).map((name) => statSync(join(directory, name)));
    const files = paths.filter((entry) => entry.isFile());
    return [
      { steps: runJson.steps.length, bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length },
    ];
  });
}

function fit(sizes: readonly Size[], of: 'bytes' | 'files'): { fixed: number; step: number } {
  const mean = (value: (size: Size) => number): number =>
    sizes.reduce((sum, size) => sum + value(size), 0) / sizes.length;
  const [steps, value] = [mean((size) => size.steps), mean((size) => size[of])];
  const step = mean((size) => (size.steps - steps) * (size[of] - value)) / mean((size) => (size.steps - steps) ** 2);
  return { fixed: value - step * steps, step };
}

const sizes = process.argv.slice(2).flatMap(sizesBelow);
if (new Set(sizes.map(({ steps }) => steps)).size < 2) {
  process.stderr.write('measure-scale: name folders with finished runs of different lengths.\n');
  process.exit(2);
}
const [bytes, files] = [fit(sizes, 'bytes'), fit(sizes, 'files')];
const source = `${sizes.length} recorded runs`;
const kept = measuredRows('scale').filter((row) => !/^result/.test(row.figure ?? ''));
const rows = [
  ['result bytes a run', Math.round(bytes.fixed), source],
  ['result bytes a step', Math.round(bytes.step), source],
  ['result files a run', files.fixed.toFixed(2), source],
  ['result files a step', files.step.toFixed(2), source],
  ...kept.map((row) => [row.figure ?? '', row.value ?? '', row.source ?? '']),
];
saveMeasurement('scale', ['figure', 'value', 'source'], rows, {
  command: 'bin/osharm-node tools/evidence/measure-scale.ts RESULTS…',
  size: source,
});
