import type { BenchRow } from './measure.ts';

export interface BenchResults {
  machine: { cores: number; memoryGiB: number };
  parts: Record<string, { measuredAt: string; rows: BenchRow[] }>;
}

/** What `tools/soak/starts.ts` measured: starts of desktops beside so many busy processes. */
export interface StartResults {
  /** By load. Each is measured by itself and keeps when and on which commit. */
  loads: readonly {
    measuredAt: string;
    commit: string;
    /** Busy processes that were added. */
    load: number;
    /** Load average of the machine while it was measured: what others did on it counts too. */
    average: number;
    parallel: number;
    starts: number;
    lost: number;
    /** Starts in which the second desktop was ready first. */
    second: number;
    /** By phase, in their order, in milliseconds; `ready` is the whole. */
    phases: Readonly<Record<string, { median: number; p95: number; p99: number; longest: number }>>;
  }[];
}

/** The first part of the page `docs/evidence/speed.md`, made from `bench/results.json` and from nothing else. */
export function markdownTable(results: BenchResults): string {
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

/** The part of the page on starts, made from `bench/starts.json`. */
export function startTable({ loads }: StartResults): string {
  const lines = [
    '',
    '## Starts of desktops under load',
    '',
    `Written by \`bin/osharm-node tools/soak/starts.ts --write\` from \`bench/starts.json\`. Added load is the number of processes that keep`,
    'the processors busy; the load average counts what else ran on the machine. Phases are measured from when what they need was there.',
    '',
  ];
  for (const { measuredAt, commit, load, average, parallel, starts, lost, second, phases } of loads) {
    lines.push(
      `Added load ${load} (load average ${average.toFixed(0)}), ${parallel} at a time, ${measuredAt} at ${commit}: ${starts} starts, ${lost} lost, the second desktop was ready first in ${second}.`,
      '',
      '| Phase | median | p95 | p99 | longest |',
      '|---|---:|---:|---:|---:|',
    );
    for (const [phase, { median, p95, p99, longest }] of Object.entries(phases))
      lines.push(`| ${phase} | ${[median, p95, p99, longest].map((ms) => `${Math.round(ms)} ms`).join(' | ')} |`);
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function figure(value: number, unit: BenchRow['unit']): string {
  const digits = value >= 100 || unit === 'count' ? 0 : 1;
  return unit === 'ratio' ? `${value.toFixed(1)} ×` : `${value.toFixed(digits)}${unit === 'count' ? '' : ` ${unit}`}`;
}
