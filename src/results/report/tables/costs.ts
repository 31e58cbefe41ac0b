import { z } from 'zod';
import { spendSchema } from '../../../base/record/run-json.ts';
import { quantile } from '../../../base/statistics/quantile.ts';
import type { Judged } from '../../model/judged.ts';
import { type RoleSpend, sum, tookSomething } from '../../model/spent.ts';
import { isReference } from '../rate.ts';
import { counts, named, text } from '../report-table.ts';
import { defineTable, integer, ofEachModel, ofModel } from './definition.ts';

const spend: z.ZodType<RoleSpend> = spendSchema;
const row = z.object({
  ...ofModel,
  runs: integer(),
  medianSteps: z.number().nullable().describe('steps per run; null if unknown for all runs'),
  medianWallMs: z.number().nullable().describe('from the start of a run to its end; null if unknown for all runs'),
  wallMs: z.number().nullable().describe('of all runs'),
  spent: z.record(z.string(), spend).describe('by role; empty if no model was called'),
  costUsd: z
    .number()
    .nullable()
    .describe('in all; null if no model was called, or a price or the tokens of a call aren’t known'),
});
type CostRow = z.output<typeof row>;

export const costsTable = defineTable({
  key: 'costs',
  row,
  rows: ({ runs }) => ofEachModel(runs, (model, group) => [costRow(model, group)]),
  show: (rows) => [
    {
      id: 'costs',
      title: 'Steps, time and cost',
      ...pricesNote(rows),
      columns: [
        ...text('model'),
        ...counts('runs', 'steps a run'),
        { name: 'time a run', kind: 'seconds' },
        { name: 'time in all', kind: 'seconds' },
        { name: 'cost', kind: 'usd' },
      ],
      rows: rows.map((item) => [
        named(item),
        item.runs,
        item.medianSteps,
        item.medianWallMs === null ? null : item.medianWallMs / 1000,
        item.wallMs === null ? null : item.wallMs / 1000,
        item.costUsd,
      ]),
    },
    {
      id: 'spent',
      title: 'Model usage and cost',
      ...pricesNote(rows),
      columns: [
        ...text('model', 'role'),
        ...counts('calls', 'input tokens', 'output tokens'),
        { name: 'from cache', kind: 'share' },
        { name: 'cost', kind: 'usd' },
        { name: 'saved by cache', kind: 'usd' },
      ],
      rows: rows.flatMap((item) =>
        Object.entries(item.spent).map(([role, spent]) => [
          named(item),
          role,
          spent.calls,
          spent.inputTokens,
          spent.outputTokens,
          spent.inputTokens === null || spent.inputTokens === 0
            ? null
            : (spent.cachedInputTokens ?? 0) / spent.inputTokens,
          spent.costUsd,
          spent.savedUsd ?? null,
        ]),
      ),
    },
  ],
});

function pricesNote(rows: readonly CostRow[]): { note?: string } {
  const spents = rows.flatMap(({ spent }) => Object.values(spent));
  const dates = [...new Set(spents.flatMap(({ pricesOf }) => pricesOf?.split('; ') ?? []))];
  return dates.length === 0 ? {} : { note: `Prices of ${dates.join('; ')}.` };
}

function costRow(model: string, results: readonly Judged[]): CostRow {
  const walls = results.map((result) => result.wallMs).filter((value) => value !== null);
  const steps = results.map((result) => result.steps).filter((value) => value > 0);
  const spent: Record<string, RoleSpend> = {};
  for (const result of results)
    for (const [role, some] of Object.entries(result.spent))
      if (tookSomething(some)) spent[role] = sum(spent[role], some);
  const costs = Object.values(spent).map((some) => some.costUsd);
  return {
    model,
    isReference: isReference(results),
    runs: results.length,
    medianSteps: quantile(steps, 0.5),
    medianWallMs: quantile(walls, 0.5),
    wallMs: walls.length === 0 ? null : walls.reduce((all, value) => all + value, 0),
    spent,
    costUsd:
      costs.length === 0 || costs.some((cost) => cost === null)
        ? null
        : costs.reduce<number>((all, cost) => all + (cost ?? 0), 0),
  };
}
