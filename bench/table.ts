import type { BenchRow } from './measure.ts';

/** The page `docs/speed.md`, made from `bench/results.json` and from nothing else. */
export function markdownTable(results: {
  machine: { cores: number; memoryGiB: number };
  parts: Record<string, { measuredAt: string; rows: BenchRow[] }>;
}): string {
  const lines = [
    '# Speed',
    '',
    'Written by `npm run bench` from `bench/results.json`; not edited by hand.',
    `Machine: ${results.machine.cores} cores, ${results.machine.memoryGiB} GiB of memory.`,
    '',
    '| What | median | p95 | n | asked for | met | measured |',
    '|---|---:|---:|---:|---|---|---|',
  ];
  for (const part of Object.values(results.parts)) {
    for (const row of part.rows) {
      const met = row.met === null ? '' : row.met ? 'yes' : '**no**';
      const name = row.note === undefined ? row.name : `${row.name} (${row.note})`;
      lines.push(
        `| ${name} | ${figure(row.median, row.unit)} | ${figure(row.p95, row.unit)} | ${row.n} | ${row.goal} | ${met} | ${part.measuredAt} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function figure(value: number, unit: BenchRow['unit']): string {
  const digits = value >= 100 || unit === 'count' ? 0 : 1;
  return unit === 'ratio' ? `${value.toFixed(1)} ×` : `${value.toFixed(digits)}${unit === 'count' ? '' : ` ${unit}`}`;
}
