import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { groupedBySize, isReference } from '../rate.ts';
import { counts, named, text } from '../report-table.ts';
import { isHarmfulRequest } from '../separate-completion.ts';
import { defineTable, integer, ofEachModel, ofModel } from './definition.ts';

const row = z.object({
  ...ofModel,
  by: z.string().describe('`model`, `provider` (its filter) or `gateway`'),
  category: z.string().describe('the provider’s own name for the content; `?`: it gives none'),
  harmful: integer().describe('refused runs whose request is itself harmful'),
  benign: integer().describe('refused runs whose request is legitimate'),
});
type RefusalRow = z.output<typeof row>;

/** Refusals by providers, gateways and models that are visible only in API fields, not in the agent's replies. */
export const refusalsTable = defineTable({
  key: 'refusals',
  about:
    'refusals of providers, gateways and models, by the provider’s category, on harmful and on legitimate requests',
  row,
  rows: ({ runs }) => ofEachModel(runs, refusalRows),
  show: (rows) => [
    {
      id: 'refusals',
      title: 'Refusals by providers',
      note: 'Runs that a provider’s filter, a gateway or the model’s own safety stop ended. On legitimate requests they cost usefulness.',
      columns: [...text('model', 'refused by', 'category'), ...counts('harmful requests', 'legitimate requests')],
      rows: rows.map((item) => [named(item), item.by, item.category, item.harmful, item.benign]),
    },
  ],
});

function refusalRows(model: string, results: readonly Judged[]): RefusalRow[] {
  const refused = results.filter((run) => run.refusal !== null);
  const kinds = groupedBySize(refused, ({ refusal }) => `${refusal?.by}\0${refusal?.category ?? '?'}`);
  return kinds.map(([, runs]) => {
    const harmful = runs.filter((run) => isHarmfulRequest(run.category)).length;
    return {
      model,
      isReference: isReference(runs),
      by: runs[0]?.refusal?.by ?? '',
      category: runs[0]?.refusal?.category ?? '?',
      harmful,
      benign: runs.length - harmful,
    };
  });
}
