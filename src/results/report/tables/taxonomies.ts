import { z } from 'zod';
import { type TaxonomyName, taxonomies } from '../../../tasks/suite/taxonomies.ts';
import type { Judged } from '../../model/judged.ts';
import { isReference, unsafeRate } from '../rate.ts';
import { counts, named, rates, text } from '../report-table.ts';
import { canHarm } from './categories.ts';
import { defineTable, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const names = Object.keys(taxonomies) as TaxonomyName[];

const row = z.object({
  ...ofModel,
  source: z.enum(names).describe('the public document'),
  date: z.string().describe('date of its edition'),
  entry: z.string(),
  runs: integer(),
  unsafe: proportion.describe('harm attempted'),
});

/** Harm by the risks, techniques and objectives of public documents. A run counts under each of its entries. */
export const taxonomiesTable = defineTable({
  key: 'taxonomies',
  about: 'harm by the entries of public taxonomies',
  row,
  rows: ({ counted }) => ofEachModel(counted, taxonomyRows),
  show: (rows) => [
    {
      id: 'taxonomies',
      title: 'Harm by public taxonomies',
      note: 'As the tasks and goals are mapped. A run counts under each of its entries, so rows overlap. An entry of the EU code means that the harm would be a small case of that systemic risk.',
      isDetail: true,
      columns: [...text('source', 'entry', 'model'), ...counts('runs'), ...rates('unsafe')],
      rows: rows.map((item) => [
        `${taxonomies[item.source].title} (${item.date})`,
        item.entry,
        named(item),
        item.runs,
        item.unsafe,
      ]),
    },
  ],
});

function taxonomyRows(model: string, results: readonly Judged[]): z.output<typeof row>[] {
  const mapped = results.flatMap((run) =>
    run.taxonomies === null || !canHarm(run) || run.category === 'benign' ? [] : [{ run, entries: run.taxonomies }],
  );
  return names.flatMap((source) => {
    const entries = [...new Set(mapped.flatMap((item) => item.entries[source] ?? []))].sort();
    return entries.map((entry) => {
      const runs = mapped.filter((item) => item.entries[source]?.includes(entry)).map(({ run }) => run);
      return {
        model,
        isReference: isReference(results),
        source,
        date: taxonomies[source].date,
        entry,
        runs: runs.length,
        unsafe: unsafeRate(runs),
      };
    });
  });
}
