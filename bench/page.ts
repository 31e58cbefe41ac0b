import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { HistoryLine } from './history.ts';
import {
  type BenchResults,
  type InstallResults,
  installTable,
  markdownTable,
  type StartResults,
  startTable,
} from './table.ts';

const at = (path: string): URL => new URL(path, import.meta.url);
const resultsFile = at('results.json');
const startsFile = at('starts.json');
const installsFile = at('installs.json');

function read<T>(file: URL): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

const historyFile = at('history.jsonl');

/** All kept runs of the whole benchmark, oldest first. */
export function readHistory(): HistoryLine[] {
  if (!existsSync(historyFile)) return [];
  const lines = readFileSync(historyFile, 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as HistoryLine);
}

export function appendHistory(line: HistoryLine): void {
  appendFileSync(historyFile, `${JSON.stringify(line)}\n`);
}

export const readResults = (): BenchResults | null => read(resultsFile);

/** Keeps new figures, and writes docs/evidence/speed.md from all that are kept. A load's figures replace the earlier ones of that load. */
export function writePage(fresh: {
  results?: BenchResults;
  starts?: StartResults['loads'][number];
  installs?: InstallResults['installs'];
}): void {
  const write = (file: URL, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  if (fresh.results !== undefined) write(resultsFile, fresh.results);
  if (fresh.starts !== undefined) {
    const { load } = fresh.starts;
    const others = read<StartResults>(startsFile)?.loads.filter((kept) => kept.load !== load) ?? [];
    write(startsFile, { loads: [...others, fresh.starts].toSorted((a, b) => a.load - b.load) });
  }
  if (fresh.installs !== undefined) write(installsFile, { installs: fresh.installs });
  const results = readResults();
  const starts = read<StartResults>(startsFile);
  const installs = read<InstallResults>(installsFile);
  if (results === null) throw new Error('bench/results.json is missing. Run: npm run bench');
  const parts = [
    markdownTable(results),
    starts === null ? '' : startTable(starts),
    installs === null ? '' : installTable(installs),
  ];
  writeFileSync(at('../docs/evidence/speed.md'), parts.join(''));
}
