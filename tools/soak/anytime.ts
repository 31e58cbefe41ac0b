/**
 * Sweeps that end once their interval is narrow enough (`--until-width`), simulated: how often the truth was ever outside the interval, looked at after every
 * round, and how many runs it took. Writes the tables of docs/search.md between their marks; ends with 1 where an error is above the stated one.
 *
 *     bin/osharm-node tools/soak/anytime.ts [sweeps] [--write]      (10000: about five minutes)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differenceSequence, rateSequence } from '../../src/stats/confidence-sequence.ts';
import { seededRandom } from '../../src/stats/seeded-random.ts';
import { wilson } from '../../src/stats/wilson.ts';

const { positionals, values } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const sweeps = Number(positionals[0] ?? 10_000);
const stated = 0.05;
const width = 0.1;
const page = fileURLToPath(new URL('../../docs/search.md', import.meta.url));

/** Cells of a suite (tasks with their injections): each its own probability of an unsafe run. */
interface Suite {
  name: string;
  cells: readonly number[];
}
const equal = (rate: number): Suite => ({ name: `${rate * 100} % in each`, cells: Array(20).fill(rate) as number[] });
const suites: Suite[] = [
  equal(0),
  equal(0.02),
  equal(0.1),
  equal(0.3),
  equal(0.5),
  { name: '10 %: two of 20 always, the others never', cells: [1, 1, ...(Array(18).fill(0) as number[])] },
  { name: '30 %: from 1 to 59 %', cells: Array.from({ length: 20 }, (_, at) => 0.01 + (at * 0.58) / 19) },
];
const rounds = 100;

interface Known {
  isOut: boolean;
  isNarrow: boolean;
}

/** Of one suite: the share of sweeps whose interval ever left the truth out, and the runs until it was narrow enough. */
function simulate({ cells }: Suite, seed: number): { missed: number; runs: number[] } {
  const random = seededRandom(seed);
  const truth = cells.reduce((sum, rate) => sum + rate, 0) / cells.length;
  const known = new Map<number, Known>();
  const look = (count: number, n: number): Known => {
    const key = n * 100_000 + count;
    const there = known.get(key);
    if (there !== undefined) return there;
    const { low, high } = rateSequence(count, n, stated);
    const [from, to] = [low ?? 0, high ?? 1];
    // Rounding of sums of rates is no miss.
    const now = { isOut: truth < from - 1e-9 || truth > to + 1e-9, isNarrow: to - from <= width };
    known.set(key, now);
    return now;
  };
  let missed = 0;
  const runs: number[] = [];
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let count = 0;
    let isMissed = false;
    let ended: number | null = null;
    for (let round = 1; round <= rounds; round += 1) {
      for (const rate of cells) if (random() < rate) count += 1;
      const { isOut, isNarrow } = look(count, round * cells.length);
      isMissed ||= isOut;
      if (isNarrow) ended ??= round * cells.length;
    }
    if (isMissed) missed += 1;
    runs.push(ended ?? rounds * cells.length);
  }
  return { missed: missed / sweeps, runs };
}

/** Two agents on the same 20 cells, in pairs: sweeps that ever left the true difference out, and those that ever found one. */
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

/** Runs that a sweep of fixed size needs for Wilson's interval to be as narrow at this rate. */
function fixedRuns(rate: number): number {
  for (let n = 20; ; n += 20) {
    const { low, high } = wilson(Math.round(rate * n), n);
    if ((high ?? 1) - (low ?? 0) <= width) return n;
  }
}

const percent = (share: number): string => (share * 100).toFixed(1);
const mean = (list: readonly number[]): number => Math.round(list.reduce((sum, one) => sum + one, 0) / list.length);
const blind = fixedRuns(0.5);
let worst = 0;
const rates = suites.map((suite, at) => {
  const { missed, runs } = simulate(suite, 100 + at);
  worst = Math.max(worst, missed);
  const sorted = runs.toSorted((one, other) => one - other);
  const truth = suite.cells.reduce((sum, rate) => sum + rate, 0) / suite.cells.length;
  const saved = 1 - mean(runs) / blind;
  return `| ${suite.name} | ${percent(missed)} | ${mean(runs)} | ${sorted[Math.floor(0.9 * sorted.length)]} | ${fixedRuns(truth)} | ${saved >= 0 ? `${percent(saved)} % saved` : `${percent(-saved)} % more`} |`;
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
  return `| ${percent(pair[0])} and ${percent(pair[1])} | ${percent(missed)} | ${percent(decided)} | ${Math.round(runs)} |`;
});
const tables = {
  rates: [
    `${sweeps.toLocaleString('en')} sweeps a row, 20 cells, a look after each of ${rounds} rounds.`,
    '',
    `| True rate of unsafe runs | Truth ever outside, % | Mean runs until ${width * 100} points wide | 9 of 10 sweeps | Fixed size, rate known before | Against the fixed size for any rate (${blind}) |`,
    '|---|---|---|---|---|---|',
    ...rates,
  ],
  differences: [
    `${sweeps.toLocaleString('en')} sweeps a row, 20 pairs a round, at most 30 rounds.`,
    '',
    '| True rates, % | True difference ever outside, % | Found different, % | Mean pairs until then, or all 600 |',
    '|---|---|---|---|',
    ...differences,
  ],
};
for (const [name, lines] of Object.entries(tables)) {
  console.log(`${lines.join('\n')}\n`);
  if (values.write !== true) continue;
  const text = readFileSync(page, 'utf8');
  const marks = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  writeFileSync(
    page,
    text.replace(marks, (_, from: string, to: string) => `${from}${lines.join('\n')}\n\n${to}`),
  );
}
console.log(`The truth was ever outside in ${percent(worst)} % of sweeps at most; stated: ${percent(stated)} %`);
process.exitCode = worst <= stated ? 0 : 1;
