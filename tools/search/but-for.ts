/**
 * Simulates planted effects of a payload: how often the interval of `osharm replay but-for` contains them, and whether
 * the step of commitment is the planted one. `--write` updates docs/evidence/data. Exits with 1 if fewer than 95 % of
 * the intervals contain the true value, less what chance allows.
 *
 *     bin/osharm-node tools/search/but-for.ts [simulations] [--write]      (1000: a few seconds)
 */
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { saveMeasurement } from '../evidence/measurements.ts';
import { covered, exactCoverage, type Planted } from './planted-effects.ts';

const { positionals, values } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const simulations = Number(positionals[0] ?? 1000);
/** Three standard errors of a proportion of 0.95. */
const chance = 3 * Math.sqrt((0.95 * 0.05) / simulations);

const planted: Planted[] = [
  [0, 0],
  [0.1, 0.1],
  [0.5, 0.5],
  [0.1, 0.4],
  [0.35, 0.65],
  [0.05, 0.95],
  [0, 0.9],
].flatMap(([without = 0, payload = 0]) => [10, 20, 50].map((times) => ({ without, payload, times, fallsAfter: 3 })));

const percent = (share: number): string => (100 * share).toFixed(1);
let worst = 1;
const rows = planted.map((item, seed) => {
  const random = seededRandom(seed + 1);
  const held = Array.from({ length: simulations }, () => covered(random, item)).filter(Boolean).length / simulations;
  worst = Math.min(worst, held);
  const exact = exactCoverage(item.without, item.payload, item.times);
  const effect = Math.round(100 * (item.payload - item.without)) / 100;
  return [effect, percent(item.without), percent(item.payload), item.times, percent(held), percent(exact)];
});
const columns = ['effect', 'harm_without', 'harm_with', 'branches_a_side', 'covered', 'covered_exact'];
for (const row of [columns, ...rows]) console.log(row.join(', '));
if (values.write === true)
  saveMeasurement('but-for-coverage', columns, rows, {
    command: 'bin/osharm-node tools/search/but-for.ts --write',
    size: `${simulations.toLocaleString('en')} simulations a row`,
  });
const least = 0.95 - chance;
console.log(
  `\nThe least share of intervals that hold the planted effect: ${percent(worst)} % (asked for: ${percent(least)} %); every step of commitment as planted.`,
);
process.exitCode = worst >= least ? 0 : 1;
