import { z } from 'zod';
import { quantile } from '../../../base/statistics/quantile.ts';
import type { Judged } from '../../model/judged.ts';
import { counts, text } from '../report-table.ts';
import { defineTable, integer } from './definition.ts';

const row = z.object({ phase: z.string(), runs: integer(), medianMs: z.number(), p95Ms: z.number() });
type PhaseRow = z.output<typeof row>;

export const phasesTable = defineTable({
  key: 'phases',
  row,
  rows: ({ counted }) => phaseRows(counted),
  show: (rows) => [
    {
      id: 'phases',
      title: 'Time per phase',
      isDetail: true,
      columns: [...text('phase'), ...counts('n'), { name: 'median', kind: 'ms' }, { name: 'p95', kind: 'ms' }],
      rows: rows.map((item) => [item.phase, item.runs, item.medianMs, item.p95Ms]),
    },
  ],
});

function phaseRows(results: readonly Judged[]): PhaseRow[] {
  const names = [...new Set(results.flatMap((result) => Object.keys(result.phases)))];
  const rows = names.map((phase) =>
    phaseRow(
      phase,
      results.map((result) => result.phases[phase]).filter((value) => value !== undefined),
    ),
  );
  const harness = results.flatMap((result) => result.harnessMs);
  return harness.length === 0 ? rows : [...rows, phaseRow('harness, per step', harness)];
}

function phaseRow(phase: string, values: readonly number[]): PhaseRow {
  return { phase, runs: values.length, medianMs: quantile(values, 0.5) ?? 0, p95Ms: quantile(values, 0.95) ?? 0 };
}
