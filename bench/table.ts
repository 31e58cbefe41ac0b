import type { BenchRow } from './measure.ts';

export interface BenchResults {
  machine: { cores: number; memoryGiB: number };
  /** Each part keeps when and on which commit it was measured. */
  parts: Record<string, { measuredAt: string; commit: string; rows: BenchRow[] }>;
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

/** What `tools/package/install-size.ts` measured: production packages as npm installs them on Linux. */
export interface InstallResults {
  installs: readonly {
    commit: string;
    date: string;
    /** Name and version of the package that brings MCP. */
    mcp: string;
    packages: number;
    bytes: number;
  }[];
}

/** The first part of the page `docs/evidence/speed.md`, made from `bench/results.json` and from nothing else. */
export function markdownTable(results: BenchResults): string {
  const parts = Object.values(results.parts);
  const when = [...new Set(parts.map(({ measuredAt, commit }) => `${measuredAt}, commit ${commit}`))].join('; ');
  const rows = parts
    .flatMap((part) => part.rows)
    // A row without a target is in bench/results.json alone.
    .filter(({ goal }) => goal !== '')
    .map((row) => {
      // A long note, such as the shares of processor time, is in bench/results.json alone.
      const name = row.note === undefined || row.note.length > 80 ? row.name : `${row.name} (${row.note})`;
      const goal = row.met === false ? `${row.goal}, **missed**` : row.goal;
      return `| ${name} | ${figure(row.median, row.unit)} | ${figure(row.p95, row.unit)} | ${goal} |`;
    });
  const lines = [
    '# Speed',
    '',
    `Measured on ${results.machine.cores} cores with ${results.machine.memoryGiB} GiB of memory, on an idle machine (${when}). Reproduce: \`npm run bench\`, which writes this page from \`bench/results.json\`. That file also has the number of samples, and measurements without a target.`,
    '',
    '| What | Median | p95 | Target |',
    '|---|---:|---:|---|',
    ...rows,
  ];
  return `${lines.join('\n')}\n`;
}

/** The part of the page on starts, made from `bench/starts.json`. */
export function startTable({ loads }: StartResults): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const rows = loads.map(({ measuredAt, commit, load, average, parallel, starts, lost, phases }) => {
    const { ready, ...others } = phases;
    if (ready === undefined) throw new Error('bench/starts.json has a load without the whole start.');
    const [slowest = ['–', ready] as const] = Object.entries(others).toSorted(([, a], [, b]) => b.median - a.median);
    const times = [ready.median, ready.p95, ready.p99, ready.longest].map(seconds).join(' | ');
    return `| ${load} (${average.toFixed(0)}) | ${parallel} | ${starts} | ${lost} | ${times} | ${slowest[0]} (${seconds(slowest[1].median)}) | ${measuredAt}, ${commit} |`;
  });
  const lines = [
    '',
    '## Starts of desktops under load',
    '',
    'Load is added by busy processes; the load average in brackets also counts other work. A start is *lost* if it fails. Reproduce: `bin/osharm-node tools/soak/starts.ts --write`. `bench/starts.json` has every phase.',
    '',
    '| Added load | At a time | Starts | Lost | Median | p95 | p99 | Longest | Slowest phase (median) | Measured |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ];
  return `${lines.join('\n')}\n`;
}

/** The part of the page on the size of an installation, made from `bench/installs.json`. */
export function installTable({ installs }: InstallResults): string {
  const rows = installs.map(
    ({ commit, date, mcp, packages, bytes }) =>
      `| ${date}, ${commit} | \`${mcp}\` | ${packages} | ${(bytes / 1e6).toFixed(0)} MB |`,
  );
  const lines = [
    '',
    '## Size of an installation',
    '',
    'Production packages (`npm ci --omit=dev`) on Linux x86-64, without the desktop image. Reproduce: `bin/osharm-node tools/package/install-size.ts COMMIT… --write`.',
    '',
    '| Commit | MCP by | Packages | Files |',
    '|---|---|---:|---:|',
    ...rows,
  ];
  return `${lines.join('\n')}\n`;
}

function figure(value: number, unit: BenchRow['unit']): string {
  const digits = value >= 100 || unit === 'count' ? 0 : 1;
  return unit === 'ratio' ? `${value.toFixed(1)} ×` : `${value.toFixed(digits)}${unit === 'count' ? '' : ` ${unit}`}`;
}
