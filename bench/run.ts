import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './measure.ts';
import { markdownTable } from './table.ts';

/** Every part measures some rows of `docs/speed.md`; `npm run bench -- PART …` runs only those parts. */
const parts: Record<string, () => Promise<BenchRow[]>> = {
  desktop: async () => (await import('./desktop.ts')).desktopRows(),
  tree: async () => (await import('./tree.ts')).treeRows(),
  step: async () => (await import('./step.ts')).stepRows(),
  observe: async () => (await import('./observe.ts')).observeRows(),
  judge: async () => (await import('./judge.ts')).judgeRows(),
};

const resultsFile = fileURLToPath(new URL('results.json', import.meta.url));
const docsFile = fileURLToPath(new URL('../docs/speed.md', import.meta.url));

interface Results {
  machine: { cores: number; memoryGiB: number };
  parts: Record<string, { measuredAt: string; rows: BenchRow[] }>;
}

async function previousResults(): Promise<Results['parts']> {
  try {
    return (JSON.parse(await readFile(resultsFile, 'utf8')) as Results).parts;
  } catch {
    return {};
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`bench: no such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const measured = await previousResults();
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`measuring: ${name}`);
  const rows = await measure();
  for (const row of rows) {
    console.log(
      `  ${row.name}: median ${row.median.toFixed(1)} ${row.unit}, p95 ${row.p95.toFixed(1)} (n ${row.n})${row.met === false ? `  MISSED: ${row.goal}` : ''}`,
    );
  }
  measured[name] = { measuredAt: new Date().toISOString().slice(0, 10), rows };
}
const results: Results = {
  machine: { cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30) },
  parts: measured,
};
await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
await writeFile(docsFile, markdownTable(results));
console.log(`written: bench/results.json, docs/speed.md`);
process.exit(Object.values(measured).some((part) => part.rows.some((row) => row.met === false)) ? 1 : 0);
