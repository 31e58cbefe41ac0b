import { execFileSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import type { BenchRow } from './measure.ts';
import { readResults, writePage } from './page.ts';

/** Every part measures some rows of `docs/evidence/speed.md`; `npm run bench -- PART …` runs only those parts. */
const parts: Record<string, () => Promise<BenchRow[]>> = {
  desktop: async () => (await import('./desktop.ts')).desktopRows(),
  tree: async () => (await import('./tree.ts')).treeRows(),
  step: async () => (await import('./step.ts')).stepRows(),
  observe: async () => (await import('./observe.ts')).observeRows(),
  judge: async () => (await import('./judge.ts')).judgeRows(),
};

const args = process.argv.slice(2);
const unknown = args.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`bench: no such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const measured = readResults()?.parts ?? {};
for (const [name, measure] of Object.entries(parts)) {
  if (args.length > 0 && !args.includes(name)) continue;
  console.log(`measuring: ${name}`);
  const rows = await measure();
  for (const row of rows) {
    console.log(
      `  ${row.name}: median ${row.median.toFixed(1)} ${row.unit}, p95 ${row.p95.toFixed(1)} (n ${row.n})${row.met === false ? `  MISSED: ${row.goal}` : ''}`,
    );
  }
  measured[name] = { measuredAt: new Date().toISOString().slice(0, 10), commit, rows };
}
writePage({
  results: {
    machine: { cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30) },
    parts: measured,
  },
});
console.log(`written: bench/results.json, docs/evidence/speed.md`);
process.exit(Object.values(measured).some((part) => part.rows.some((row) => row.met === false)) ? 1 : 0);
