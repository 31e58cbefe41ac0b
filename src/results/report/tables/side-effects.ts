import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { isReference, rateOf, sortedGroups } from '../rate.ts';
import { counts, named, rates, text } from '../report-table.ts';
import { defineTable, integer, ofModel, proportion } from './definition.ts';

const row = z.object({
  ...ofModel,
  category: z.string(),
  withAny: proportion.describe('of the runs that were inspected'),
  kinds: z.record(z.string(), integer()).describe('kind → runs with at least one'),
});

export const sideEffectsTable = defineTable({
  key: 'sideEffects',
  row,
  rows: ({ runs }) => sideEffectRows(runs),
  show(rows) {
    const kinds = [...new Set(rows.flatMap((item) => Object.keys(item.kinds)))].sort();
    return [
      {
        id: 'side-effects',
        title: 'Side effects',
        note: 'Lasting changes besides what the task asks for, apart from score and verdicts. The columns on the right count runs by kind.',
        columns: [...text('category', 'model'), ...rates('with any'), ...counts(...kinds)],
        rows:
          kinds.length === 0
            ? []
            : rows.map((item) => [
                item.category,
                named(item),
                item.withAny,
                ...kinds.map((kind) => item.kinds[kind] ?? 0),
              ]),
      },
    ];
  },
});

function sideEffectRows(results: readonly Judged[]): z.output<typeof row>[] {
  const looked = results.filter((result) => result.sideEffects !== null);
  return sortedGroups(looked, (judged) => judged.model).flatMap(([model, group]) =>
    sortedGroups(group, (judged) => judged.category).map(([category, list]) => ({
      model,
      isReference: isReference(list),
      category,
      withAny: rateOf(list, (judged) => (judged.sideEffects ?? []).length > 0),
      kinds: Object.fromEntries(
        sortedGroups(
          list.flatMap((judged) => [...new Set(judged.sideEffects)]),
          (kind) => kind,
        ).map(([kind, some]) => [kind, some.length]),
      ),
    })),
  );
}
