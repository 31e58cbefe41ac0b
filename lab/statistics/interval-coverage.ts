/**
 * Measures the coverage of every interval over the whole grid and writes docs/evidence/data (`tools/evidence/write.ts`
 * updates the page).
 *
 *     bin/osharm-node lab/statistics/interval-coverage.ts rates|pairs|power [replications]      (4000: some minutes each)
 */
import { type Cell, type Coverage, cells, pairCoverage, rateCoverage } from '../../test/stats/coverage.ts';
import { powerCases, powerCheck } from '../../test/stats/power-check.ts';
import { saveMeasurement } from '../../tools/evidence/measurements.ts';

const [part = 'rates', count = '4000'] = process.argv.slice(2);
const replications = Number(count);

const percent = (share: number | null | undefined): string => (share == null ? '' : (share * 100).toFixed(1));
const both = (item: Coverage | undefined): string[] => [percent(item?.covered), percent(item?.width)];
const place = ({ clusters, icc, rate }: Cell): number[] => [clusters, icc, rate];

interface Table {
  name: string;
  columns: string[];
  rows: (string | number)[][];
}

const intervals = {
  default: 'clustered',
  wilson: 'Wilson',
  clopper_pearson: 'Clopper–Pearson',
  bootstrap: 'bootstrap',
  bootstrap_allowed: 'bootstrap where allowed',
};
const ofRates = (): Table => ({
  name: 'rate-coverage',
  columns: [
    'clusters',
    'icc',
    'rate',
    ...Object.keys(intervals).flatMap((name) => [`${name} covered`, `${name} width`]),
    'bootstrap_allowed given',
  ],
  rows: cells.map((cell, at) => {
    const all: Readonly<Record<string, Coverage | undefined>> = rateCoverage(cell, { seed: 1000 + at, replications });
    const allowed = all['bootstrap where allowed'];
    const given = allowed?.covered == null ? '' : percent(allowed.given);
    return [...place(cell), ...Object.values(intervals).flatMap((name) => both(all[name])), given];
  }),
});

const ofPairs = (): Table => ({
  name: 'difference-coverage',
  columns: [
    'clusters',
    'icc',
    'rate',
    'difference',
    ...['own', 'shared'].flatMap((name) =>
      ['covered', 'width', 'independent covered', 'independent width', 'p<0.05'].map((item) => `${name} ${item}`),
    ),
  ],
  rows: cells.flatMap((cell, at) =>
    [0, 0.2].map((more) => [
      ...place(cell),
      more,
      ...[false, true].flatMap((isShared) => {
        const { paired, unpaired, rejected } = pairCoverage(cell, { seed: 5000 + at, replications, more, isShared });
        return [...both(paired), ...both(unpaired), percent(rejected)];
      }),
    ]),
  ),
});

const ofPower = (): Table => ({
  name: 'power-of-the-test',
  columns: [
    'families',
    'runs_in_each',
    'repeats',
    'icc',
    'rate',
    'difference',
    ...['p<0.05', 'p<0.05/8'].flatMap((name) => [`${name} stated`, `${name} found`]),
  ],
  rows: powerCases.map((powerCase, at) => {
    const { families, sizes, repeat, icc, rate, more } = powerCase;
    const runs = sizes.length === 1 ? `${sizes[0]}` : 'as above';
    const shares = [0.05, 0.05 / 8].flatMap((alpha) => {
      const { stated, found } = powerCheck(powerCase, { alpha, seed: 9000 + at, replications });
      return [percent(stated), percent(found)];
    });
    return [families, runs, repeat, icc, rate, more, ...shares];
  }),
});

const tables: Readonly<Record<string, () => Table>> = { rates: ofRates, pairs: ofPairs, power: ofPower };
const { name, columns, rows } = (tables[part] ?? ofRates)();
saveMeasurement(name, columns, rows, {
  command: `bin/osharm-node lab/statistics/interval-coverage.ts ${part}`,
  size: `${replications.toLocaleString('en-US')} samples a cell`,
});
for (const row of [columns, ...rows]) process.stdout.write(`${row.join(', ')}\n`);
