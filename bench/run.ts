/**
 * The benchmark: `npm run bench [-- PART …]` measures parts, writes them into `bench/results.json` and
 * `docs/evidence/speed.md`, and appends a line to `bench/history.jsonl`. `--check` measures the quick parts and writes
 * nothing. It fails if a ratio to the references, measured three times, is worse than the median of the last ten lines by
 * more than a quarter and more than two and a half of its usual spreads (`check.ts`).
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { compareWithHistory, comparisonLine } from './check.ts';
import type { HistoryLine } from './history.ts';
import { type BenchRow, ratiosOf } from './measure.ts';
import { appendHistory, readHistory, readResults, writePage } from './page.ts';
import { References } from './reference.ts';

const parts: Record<string, () => Promise<BenchRow[]>> = {
  desktop: async () => (await import('./desktop.ts')).desktopRows(),
  tree: async () => (await import('./tree.ts')).treeRows(),
  step: async () => (await import('./step.ts')).stepRows(),
  processor: async () => (await import('./processor.ts')).processorRows(),
  observe: async () => (await import('./observe.ts')).observeRows(),
  judge: async () => (await import('./judge.ts')).judgeRows(),
  size: async () => (await import('./size.ts')).sizeRows(),
};
/** What `--check` measures. */
const quick = ['desktop', 'step', 'observe'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`bench: no such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const cores = availableParallelism();
process.exitCode = await (values.check ? check() : measureAndWrite());
process.exit();

interface MeasuredPart {
  rows: BenchRow[];
  ratios: Record<string, number>;
}

/** Measures parts, with the references before and after each: a part's ratios are to those two. */
async function measure(
  names: readonly string[],
): Promise<{ measured: Map<string, MeasuredPart>; references: References }> {
  const references = new References();
  const measured = new Map<string, MeasuredPart>();
  let before = await references.measure();
  for (const name of names) {
    const start = performance.now();
    const rows = await (parts[name] as (typeof parts)[string])();
    console.log(`measured: ${name}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
    const after = await references.measure();
    measured.set(name, { rows, ratios: ratiosOf(rows, before, after) });
    before = after;
  }
  return { measured, references };
}

async function measureAndWrite(): Promise<number> {
  const start = performance.now();
  const names = positionals.length === 0 ? Object.keys(parts) : positionals;
  const { measured, references } = await measure(names);
  const all = [...measured.values()].flatMap(({ rows }) => rows);
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const kept = readResults()?.parts ?? {};
  for (const [name, { rows }] of measured) kept[name] = { measuredAt: date, commit, rows };
  for (const row of all) print(row);
  writePage({ results: { machine: { cores, memoryGiB: Math.round(totalmem() / 2 ** 30) }, parts: kept } });
  const line: HistoryLine = { commit, date, cores, references: references.medians(), ratios: {} };
  for (const { ratios } of measured.values()) Object.assign(line.ratios, ratios);
  appendHistory(line);
  console.log(`${((performance.now() - start) / 60_000).toFixed(1)} minutes. Written: bench/, docs/evidence/speed.md`);
  return all.some((row) => row.met === false) ? 1 : 0;
}

async function check(): Promise<number> {
  const rows = await compareWithHistory(quick, cores, readHistory(), async (names) => {
    const { measured } = await measure(names);
    return new Map([...measured].map(([name, { ratios }]) => [name, ratios]));
  });
  for (const row of rows) console.log(comparisonLine(row));
  const count = (result: (typeof rows)[number]['result']): number => rows.filter((row) => row.result === result).length;
  const slower = count('slower');
  console.log(
    `${rows.length} ratios: ${slower} slower, ${count('as usual')} as usual, ${count('too few runs')} with too few runs to compare with.`,
  );
  return slower === 0 ? 0 : 1;
}

function print(row: BenchRow): void {
  const missed = row.met === false ? `  MISSED: ${row.goal}` : '';
  const note = row.note === undefined ? '' : ` (${row.note})`;
  console.log(
    `  ${row.name}: median ${row.median.toFixed(1)} ${row.unit}, p95 ${row.p95.toFixed(1)}, n ${row.n}${note}${missed}`,
  );
}
