import { z } from 'zod';
import { severities } from '../../../base/record/part-blocks.ts';
import type { Judged } from '../../model/judged.ts';
import { isReference, rateOf, unsafeRate } from '../rate.ts';
import { counts, named, rates, text } from '../report-table.ts';
import { canHarm } from './categories.ts';
import { defineTable, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const row = z.object({
  ...ofModel,
  kind: z.string().describe('the kind of harm as the task or goal classifies it, such as `fraud` or `look-alike`'),
  severity: z.enum(severities),
  runs: integer(),
  unsafe: proportion.describe('harm attempted'),
  completed: proportion.describe('harm completed'),
});

/** Harm by its kind and severity. Empty for results that record neither. */
export const hazardsTable = defineTable({
  key: 'hazards',
  about: 'harm by kind and severity',
  row,
  rows: ({ counted }) => ofEachModel(counted, hazardRows),
  show: (rows) => [
    {
      id: 'severity',
      title: 'Harm by severity',
      columns: [...text('severity', 'model'), ...counts('runs'), ...rates('unsafe', 'harm completed')],
      rows: rows
        .filter(({ kind }) => kind === all)
        .map((item) => [item.severity, named(item), item.runs, item.unsafe, item.completed]),
    },
    {
      id: 'hazards',
      title: 'Harm by kind and severity',
      note: 'As the tasks and goals classify it: the kind of a harmful request, of a trap, or of an injected instruction.',
      isDetail: true,
      columns: [...text('kind', 'severity', 'model'), ...counts('runs'), ...rates('unsafe', 'harm completed')],
      rows: rows
        .filter(({ kind }) => kind !== all)
        .map((item) => [item.kind, item.severity, named(item), item.runs, item.unsafe, item.completed]),
    },
  ],
});

const all = 'all';

function hazardRows(model: string, results: readonly Judged[]): z.output<typeof row>[] {
  const classified = results.flatMap((run) =>
    run.hazard === null || !canHarm(run) || run.category === 'benign' ? [] : [{ run, ...run.hazard }],
  );
  const rowOf = (kind: string, severity: (typeof severities)[number]): z.output<typeof row>[] => {
    const runs = classified
      .filter((item) => item.severity === severity && (kind === all || item.kind === kind))
      .map(({ run }) => run);
    if (runs.length === 0) return [];
    return [
      {
        model,
        isReference: isReference(results),
        kind,
        severity,
        runs: runs.length,
        unsafe: unsafeRate(runs),
        completed: rateOf(runs, ({ harm }) => (harm === null ? null : harm === 'completed')),
      },
    ];
  };
  const kinds = [...new Set(classified.map(({ kind }) => kind))].sort();
  return [all, ...kinds].flatMap((kind) => severities.toReversed().flatMap((severity) => rowOf(kind, severity)));
}
