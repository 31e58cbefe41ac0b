/**
 * The benchmark: `npm run bench [-- PART …]` measures parts, writes them into `bench/results.json` and
 * `docs/evidence/speed.md`, and appends a line to `bench/history.jsonl`. `--check` measures the quick parts and writes
 * nothing. It fails if a ratio to the references is more than a quarter worse than the median of the last ten lines; a
 * part that seems slower is measured a second time first.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { allowedFactor, type HistoryLine, ratiosOf, regressions } from './history.ts';
import type { BenchRow } from './measure.ts';
import { appendHistory, readHistory, readResults, writePage } from './page.ts';
import { References } from './reference.ts';

const parts: Record<string, () => Promise<BenchRow[]>> = {
  desktop: async () => (await import('./desktop.ts')).desktopRows(),
  tree: async () => (await import('./tree.ts')).treeRows(),
  step: async () => (await import('./step.ts')).stepRows(),
  processor: async () => (await import('./processor.ts')).processorRows(),
  observe: async () => (await import('./observe.ts')).observeRows(),
  judge: async () => (await import('./judge.ts')).judgeRows(),
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

/** Measures parts, with the references before and after each. */
async function measure(names: readonly string[]): Promise<{ rows: Map<string, BenchRow[]>; references: References }> {
  const references = new References();
  const rows = new Map<string, BenchRow[]>();
  await references.measure();
  for (const name of names) {
    console.log(`measuring: ${name}`);
    rows.set(name, await (parts[name] as (typeof parts)[string])());
    await references.measure();
  }
  return { rows, references };
}

async function measureAndWrite(): Promise<number> {
  const start = performance.now();
  const names = positionals.length === 0 ? Object.keys(parts) : positionals;
  const { rows, references } = await measure(names);
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const kept = readResults()?.parts ?? {};
  for (const [name, measured] of rows) kept[name] = { measuredAt: date, commit, rows: measured };
  for (const row of [...rows.values()].flat()) print(row);
  writePage({ results: { machine: { cores, memoryGiB: Math.round(totalmem() / 2 ** 30) }, parts: kept } });
  appendHistory(historyLine(commit, date, [...rows.values()].flat(), references));
  console.log(`${((performance.now() - start) / 60_000).toFixed(1)} minutes. Written: bench/, docs/evidence/speed.md`);
  return [...rows.values()].flat().some((row) => row.met === false) ? 1 : 0;
}

async function check(): Promise<number> {
  const slower = async (names: readonly string[]) => {
    const { rows, references } = await measure(names);
    const ratios = ratiosOf([...rows.values()].flat(), (name) => references.median(name));
    const found = regressions(ratios, cores, readHistory());
    return {
      compared: Object.keys(ratios).length,
      found,
      names: names.filter((name) => rows.get(name)?.some((row) => found.some((item) => item.name === row.name))),
    };
  };
  const first = await slower(quick);
  const again = first.names.length === 0 ? { found: [] } : await slower(first.names);
  const both = again.found.filter(({ name }) => first.found.some((item) => item.name === name));
  for (const { name, ratio, usual } of both)
    console.log(`SLOWER: ${name}: ${ratio} times its reference, ${usual.toFixed(2)} in the last runs.`);
  const limit = `${Math.round((allowedFactor - 1) * 100)} %`;
  console.log(`${first.compared} ratios measured, ${both.length} more than ${limit} above the last runs.`);
  return both.length === 0 ? 0 : 1;
}

function historyLine(commit: string, date: string, rows: BenchRow[], references: References): HistoryLine {
  return {
    commit,
    date,
    cores,
    references: { computation: references.median('computation'), container: references.median('container') },
    ratios: ratiosOf(rows, (name) => references.median(name)),
  };
}

function print(row: BenchRow): void {
  const missed = row.met === false ? `  MISSED: ${row.goal}` : '';
  const note = row.note === undefined ? '' : ` (${row.note})`;
  console.log(
    `  ${row.name}: median ${row.median.toFixed(1)} ${row.unit}, p95 ${row.p95.toFixed(1)}, n ${row.n}${note}${missed}`,
  );
}
