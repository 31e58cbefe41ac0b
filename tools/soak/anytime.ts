/**
 * Simulates sweeps that stop when their interval is narrow enough (`--until-width`): how often the true value was
 * outside the interval after any round, and how many runs were needed. `--write` updates docs/evidence/data. Exits with
 * 1 if an error rate exceeds the stated one.
 *
 *     bin/osharm-node tools/soak/anytime.ts [sweeps] [--write]      (10000: about twenty minutes)
 */
import { parseArgs } from 'node:util';
import { CellSequence } from '../../src/base/statistics/cell-sequence.ts';
import { differenceSequence } from '../../src/base/statistics/confidence-sequence.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { wilson } from '../../src/base/statistics/wilson.ts';
import { saveMeasurement } from '../evidence/measurements.ts';

const { positionals, values } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const sweeps = Number(positionals[0] ?? 10_000);
const stated = 0.05;
const width = 0.1;

interface Suite {
  name: string;
  cells: readonly number[];
}
const equal = (rate: number): Suite => ({ name: `${rate * 100} % in each`, cells: Array(20).fill(rate) as number[] });
const fours = [0.5, 0.5, 0.5, 0.5];
const suites: Suite[] = [
  equal(0),
  equal(0.02),
  equal(0.1),
  equal(0.3),
  equal(0.5),
  { name: '10 %: two of 20 always, the others never', cells: [1, 1, ...(Array(18).fill(0) as number[])] },
  { name: '30 %: from 1 to 59 %', cells: Array.from({ length: 20 }, (_, at) => 0.01 + (at * 0.58) / 19) },
];
/** Suites in which few cells vary, so that repeating those is most informative. */
const unequal: Suite[] = [
  { name: '30 % in each of 20', cells: Array(20).fill(0.3) as number[] },
  { name: 'four of 20 in half of runs, the others never', cells: [...fours, ...(Array(16).fill(0) as number[])] },
  {
    name: 'five of 20 between 20 and 80 %, five always, ten never',
    cells: [0.2, 0.4, 0.5, 0.6, 0.8, 1, 1, 1, 1, 1, ...(Array(10).fill(0) as number[])],
  },
  { name: 'five of 50 in half of runs, the others never', cells: [...fours, 0.5, ...(Array(45).fill(0) as number[])] },
];
const narrow = 0.05;
const mostRuns = 1500;

/** Number of sweeps whose runs are counted, since that takes longer than checking coverage. */
const counted = Math.min(sweeps, 100);

/** The share of sweeps whose interval ever missed the true value, and the runs until the requested width. */
function simulate(
  { cells }: Suite,
  { wanted, isAllocated, seed }: { wanted: number; isAllocated: boolean; seed: number },
): { missed: number; runs: number[] } {
  const random = seededRandom(seed);
  const truth = cells.reduce((sum, rate) => sum + rate, 0) / cells.length;
  let missed = 0;
  const runs: number[] = [];
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const sequence = new CellSequence(cells.length, wanted, stated);
    let isMissed = false;
    let ended: number | null = null;
    for (let made = 0; made < mostRuns; ) {
      const counts = isAllocated ? sequence.allocation(cells.map(() => mostRuns)) : cells.map(() => 1);
      sequence.add(cells.map((rate, at) => trials(rate, counts[at] ?? 1, random)));
      made += counts.reduce((sum, n) => sum + n, 0);
      isMissed ||= sequence.refutes(truth);
      if (sweep >= counted || ended !== null) continue;
      if (sequence.narrow() !== null) ended = made;
    }
    if (isMissed) missed += 1;
    if (sweep < counted) runs.push(ended ?? mostRuns);
  }
  return { missed: missed / sweeps, runs };
}

function trials(rate: number, n: number, random: () => number): { n: number; ones: number } {
  let ones = 0;
  for (let trial = 0; trial < n; trial += 1) if (random() < rate) ones += 1;
  return { n, ones };
}

/** Two agents on 20 cells, paired: shares of sweeps that missed the true difference, or found one. */
function simulatePairs(
  rates: readonly [number, number],
  seed: number,
): { missed: number; decided: number; runs: number } {
  const random = seededRandom(seed);
  const known = new Map<string, { isOut: boolean; isDecided: boolean }>();
  let missed = 0;
  let decided = 0;
  let total = 0;
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const pairs = { firstOnly: 0, secondOnly: 0, ties: 0 };
    let isMissed = false;
    let ended: number | null = null;
    for (let round = 1; round <= 30; round += 1) {
      for (let cell = 0; cell < 20; cell += 1) {
        const first = random() < rates[0];
        const second = random() < rates[1];
        pairs[first === second ? 'ties' : first ? 'firstOnly' : 'secondOnly'] += 1;
      }
      const key = Object.values(pairs).join(' ');
      let look = known.get(key);
      if (look === undefined) {
        const { low, high } = differenceSequence(pairs, stated);
        const truth = rates[0] - rates[1];
        look = { isOut: truth < low - 1e-9 || truth > high + 1e-9, isDecided: low > 0 || high < 0 };
        known.set(key, look);
      }
      isMissed ||= look.isOut;
      if (look.isDecided) ended ??= round * 20;
    }
    if (isMissed) missed += 1;
    if (ended !== null) decided += 1;
    total += ended ?? 600;
  }
  return { missed: missed / sweeps, decided: decided / sweeps, runs: total / sweeps };
}

function fixedRuns(rate: number): number {
  for (let n = 20; ; n += 20) {
    const { low, high } = wilson(Math.round(rate * n), n);
    if ((high ?? 1) - (low ?? 0) <= width) return n;
  }
}

const percent = (share: number): string => (share * 100).toFixed(1);
const mean = (list: readonly number[]): number => Math.round(list.reduce((sum, value) => sum + value, 0) / list.length);
const nineOfTen = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(0.9 * list.length)] ?? 0;
const blind = fixedRuns(0.5);
let worst = 0;
const rates = suites.map((suite, at) => {
  const { missed, runs } = simulate(suite, { wanted: width, isAllocated: false, seed: 100 + at });
  worst = Math.max(worst, missed);
  const truth = suite.cells.reduce((sum, rate) => sum + rate, 0) / suite.cells.length;
  const saved = 1 - mean(runs) / blind;
  return [suite.name, percent(missed), mean(runs), nineOfTen(runs), fixedRuns(truth), percent(saved)];
});
const allocations = unequal.map((suite, at) => {
  const [even, allocated] = [false, true].map((isAllocated) =>
    simulate(suite, { wanted: narrow, isAllocated, seed: 300 + at }),
  ) as [ReturnType<typeof simulate>, ReturnType<typeof simulate>];
  worst = Math.max(worst, even.missed, allocated.missed);
  const saved = 1 - mean(allocated.runs) / mean(even.runs);
  return [
    suite.name,
    ...[even.missed, allocated.missed].map(percent),
    mean(even.runs),
    mean(allocated.runs),
    nineOfTen(allocated.runs),
    percent(saved),
  ];
});
const differences = (
  [
    [0.3, 0.3],
    [0.3, 0.2],
    [0.5, 0.2],
    [0.9, 0.1],
  ] as const
).map((pair, at) => {
  const { missed, decided, runs } = simulatePairs(pair, 500 + at);
  worst = Math.max(worst, missed);
  return [`${percent(pair[0])} and ${percent(pair[1])}`, percent(missed), percent(decided), Math.round(runs)];
});
const tables = {
  'sequential-rates': {
    columns: ['rates', 'ever_outside', 'mean_runs', 'runs_9_of_10', 'fixed_size', `saved_against_${blind}`],
    rows: rates,
    size: `20 cells, until ${width * 100} points wide, at most ${mostRuns} runs (of the first ${counted} sweeps)`,
  },
  'sequential-allocation': {
    columns: [
      'cells',
      'even ever_outside',
      'allocated ever_outside',
      'even mean_runs',
      'allocated mean_runs',
      'allocated runs_9_of_10',
      'saved',
    ],
    rows: allocations,
    size: `until ${narrow * 100} points wide, at most ${mostRuns} runs`,
  },
  'sequential-differences': {
    columns: ['rates', 'ever_outside', 'found_different', 'mean_pairs'],
    rows: differences,
    size: '20 pairs a round, at most 30 rounds',
  },
};
for (const [name, { columns, rows, size }] of Object.entries(tables)) {
  console.log(`${[columns, ...rows].map((row) => row.join(', ')).join('\n')}\n`);
  if (values.write === true)
    saveMeasurement(name, columns, rows, {
      command: 'bin/osharm-node tools/soak/anytime.ts --write',
      size: `${sweeps.toLocaleString('en')} sweeps a row, ${size}`,
    });
}
console.log(`The truth was ever outside in ${percent(worst)} % of sweeps at most; stated: ${percent(stated)} %`);
process.exitCode = worst <= stated ? 0 : 1;
