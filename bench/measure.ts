/** `computation`: one thread that computes. `container`: a bare `runc` container until its X server accepts clients. */
export type ReferenceName = 'computation' | 'container';

/** Milliseconds of each reference, one per measurement. */
export type ReferenceTimes = Readonly<Record<ReferenceName, readonly number[]>>;

/** One measured figure of a row of `docs/evidence/speed.md`. */
export interface BenchRow {
  name: string;
  unit: 'ms' | 'MB' | 'ratio' | 'count';
  median: number;
  p95: number;
  n: number;
  /** What the design asks for, in words; empty where nothing is asked. */
  goal: string;
  /** True if the figures meet the goal, null where nothing is asked. */
  met: boolean | null;
  note?: string;
  /** What the median is divided by in `bench/history.jsonl`; left out: the row is not kept there. */
  relativeTo?: ReferenceName;
}

/** Marks rows as ones that history keeps, as ratios to a reference. */
export function relativeTo(reference: ReferenceName, rows: readonly BenchRow[]): BenchRow[] {
  return rows.map((row) => ({ ...row, relativeTo: reference }));
}

/** Nearest-rank quantile of a sample, `q` in 0..1. */
export function quantile(sample: readonly number[], q: number): number {
  if (sample.length === 0) throw new Error('A quantile needs at least one measurement.');
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] as number;
}

/** Makes a row of a sample; `limit` holds for the median, `p95Limit` for the 95th percentile. */
export function benchRow(
  name: string,
  unit: BenchRow['unit'],
  sample: readonly number[],
  goal: { text: string; limit?: number; p95Limit?: number } = { text: '' },
  note?: string,
): BenchRow {
  const median = quantile(sample, 0.5);
  const p95 = quantile(sample, 0.95);
  const isLimited = goal.limit !== undefined || goal.p95Limit !== undefined;
  const met = isLimited ? median <= (goal.limit ?? Infinity) && p95 <= (goal.p95Limit ?? Infinity) : null;
  return { name, unit, median, p95, n: sample.length, goal: goal.text, met, ...(note === undefined ? {} : { note }) };
}

/** Medians of rows divided by those of their references before and after; rows without one have none. */
export function ratiosOf(rows: readonly BenchRow[], ...references: readonly ReferenceTimes[]): Record<string, number> {
  const ratios: Record<string, number> = {};
  for (const { name, median, relativeTo: reference } of rows) {
    const times = reference === undefined ? [] : references.flatMap((measured) => measured[reference]);
    if (times.length > 0) ratios[name] = Number((median / quantile(times, 0.5)).toFixed(3));
  }
  return ratios;
}
