/**
 * Plants monitors of known quality (suspicion scores drawn from two distributions, correlated within families) and
 * counts how often the intervals of AUROC and of the true-positive rates contain the true value. `--samples N` sets the
 * samples per cell (default 1,000). Prints the rows, and with `--write` updates docs/evidence/data. Exits with 1 if one
 * covers less than 90 %.
 */
import { parseArgs } from 'node:util';
import { plantedCoverage, truthOf } from '../../test/stats/planted-monitor.ts';
import { saveMeasurement } from '../evidence/measurements.ts';

const { values } = parseArgs({
  options: { samples: { type: 'string', default: '1000' }, write: { type: 'boolean', default: false } },
});
const samples = Number(values.samples);
/** Less than the nominal 95 %, because 120 harmless steps are few for a rate of 1 %. */
const least = 0.9 - (samples < 500 ? 0.06 : 0);

const shapes = [
  { clusters: 12, harmful: 2, harmless: 10 },
  { clusters: 40, harmful: 3, harmless: 10 },
];
const percent = (share: number): string => (100 * share).toFixed(1);
let worst = 1;
const columns = [
  'separation',
  'icc',
  'families',
  'harmless_steps',
  'auroc',
  'auroc mean',
  'auroc covered',
  'tpr@5%',
  'tpr@5% mean',
  'tpr@5% covered',
  'tpr@1% covered',
];
const rows: (string | number)[][] = [];
for (const separation of [0, 1, 2, 3])
  for (const icc of [0, 0.3])
    for (const shape of shapes) {
      const planted = { separation, icc, ...shape };
      const { auroc, truePositives } = plantedCoverage(planted, { budgets: [0.05, 0.01], samples, seed: 5 });
      const [at5, at1] = truePositives;
      const truth = truthOf(planted, 0.05);
      if (at5 === undefined || at1 === undefined) throw new Error('Two budgets were given.');
      worst = Math.min(worst, auroc.covered, at5.covered, at1.covered);
      rows.push([
        separation,
        icc,
        shape.clusters,
        shape.clusters * shape.harmless,
        truth.auroc.toFixed(3),
        auroc.mean.toFixed(3),
        percent(auroc.covered),
        truth.truePositives.toFixed(3),
        at5.mean.toFixed(3),
        percent(at5.covered),
        percent(at1.covered),
      ]);
    }
if (values.write)
  saveMeasurement('detection-coverage', columns, rows, {
    command: 'bin/osharm-node tools/soak/planted-monitors.ts --write',
    size: `${samples.toLocaleString('en-US')} samples a cell, 95 % intervals`,
  });
for (const row of [columns, ...rows]) process.stdout.write(`${row.join(', ')}\n`);
process.stdout.write(`The least coverage of ${samples} samples of each cell: ${percent(worst)} %.\n`);
process.exitCode = worst < least ? 1 : 0;
