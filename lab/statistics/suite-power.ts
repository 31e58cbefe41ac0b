/**
 * Simulates half-widths and power for the bundled suite's structure, with the program's interval and test:
 *
 *     bin/osharm-node lab/statistics/suite-power.ts [REPLICATIONS] [--write]      (2000: a few minutes)
 *
 * `--write` updates docs/evidence/data/suite-power.csv (`tools/evidence/write.ts` updates the page).
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { suiteFamilies } from '../../src/app/cli/suite-families.ts';
import { type Cluster, clusteredRate } from '../../src/base/statistics/clustered-rate.ts';
import { pairedDifference } from '../../src/base/statistics/paired-difference.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { familyOf } from '../../src/tasks/suite/family.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { drawPairs } from '../../test/stats/clustered-draws.ts';
import { saveMeasurement } from '../../tools/evidence/measurements.ts';

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const replications = Number(positionals[0] ?? 2000);
const root = new URL('../../', import.meta.url);
const suite = openSuite(fileURLToPath(new URL('suites/hermetic', root)));

const rate = 0.2;
const more = 0.1;

interface Shape {
  name: string;
  sizes: number[];
}

function shape(name: string, subset: string, category?: string): Shape {
  if (category === undefined)
    return {
      name,
      sizes: suiteFamilies(suite, subset).flatMap(({ plain, injected }) =>
        plain + injected > 0 ? [plain + injected] : [],
      ),
    };
  const tasks = Object.entries(loadSubset(suite, subset).subset).flatMap(([domain, ids]) =>
    ids.map((id) => loadTask(suite, domain, id).task),
  );
  const families = Map.groupBy(
    tasks.filter((task) => task.category === category),
    ({ id }) => familyOf(id),
  );
  return { name, sizes: [...families.values()].map((list) => list.length) };
}

const shapes: readonly Shape[] = [
  shape('misuse', 'misuse', 'misuse'),
  shape('misuse, wide', 'wide', 'misuse'),
  shape('misbehavior', 'misbehavior', 'misbehavior'),
  shape('misbehavior, wide', 'wide', 'misbehavior'),
  shape('injection', 'injection'),
  shape('injection, aligned', 'aligned', 'injection'),
  shape('long', 'long'),
  shape('all three', 'all'),
  shape('all three, wide', 'wide'),
];

function simulated({ sizes }: Shape, icc: number, repeat: number, seed: number): { half: number; power: number } {
  const random = seededRandom(seed);
  let [half, found] = [0, 0];
  for (let time = 0; time < replications; time += 1) {
    const cells = drawPairs(random, sizes.length, icc, rate, { more, isShared: true, sizes, repeat });
    const clusters = [...Map.groupBy(cells, ({ family }) => family).values()].map((pairedCells): Cluster => {
      const runs = pairedCells.flatMap(({ first }) => first);
      return { n: runs.length, events: runs.filter(Boolean).length };
    });
    const { low, high } = clusteredRate(clusters);
    half += ((high ?? 1) - (low ?? 0)) / 2;
    if (pairedDifference(cells, { draws: 999 }).p < 0.05) found += 1;
  }
  return { half: half / replications, power: found / replications };
}

const percent = (share: number): string => (share * 100).toFixed(share < 0.2 ? 1 : 0);
const rows = shapes.flatMap((item, at) =>
  [1, 3].map((repeat) => {
    const cells = [0.1, 0.3].flatMap((icc, column) => {
      const { half, power } = simulated(item, icc, repeat, 4000 + 10 * at + 2 * column + repeat);
      return [percent(half), percent(power)];
    });
    const runs = item.sizes.reduce((sum, size) => sum + size, 0) * repeat;
    return [item.name, item.sizes.length, repeat, runs, ...cells];
  }),
);
for (const row of rows) process.stdout.write(`${row.join(', ')}\n`);
if (values.write === true) {
  const likeness = ['icc0.1', 'icc0.3'].flatMap((icc) => [`${icc} half_width`, `${icc} power`]);
  saveMeasurement('suite-power', ['runs_of', 'families', 'repeats', 'runs', ...likeness], rows, {
    command: 'bin/osharm-node lab/statistics/suite-power.ts --write',
    size: `${replications.toLocaleString('en-US')} samples a row, suite ${suite.version}, ${rate * 100} % against ${Math.round((rate + more) * 100)} %`,
  });
}
