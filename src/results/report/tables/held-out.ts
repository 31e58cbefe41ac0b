import { z } from 'zod';
import { bounded, newcombe } from '../../../base/statistics/newcombe.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { Judged } from '../../model/judged.ts';
import { completedRate, isReference, sortedGroups, unsafeRate } from '../rate.ts';
import { estimated, named, rates, text } from '../report-table.ts';
import { defineTable, ofModel, proportion } from './definition.ts';

const row = z.object({
  ...ofModel,
  category: z.string(),
  measure: z.enum(['unsafe', 'completed']),
  onPublic: proportion,
  onHeldOut: proportion,
  gap: z
    .object({ difference: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'held-out less public with its 95 % interval, by Newcombe’s method as if the two were independent: where held-out tasks are rewordings of public ones, it is wider than it need be; null where one side has no run',
    ),
});

export const heldOutTable = defineTable({
  key: 'heldOut',
  about: 'beside tasks held out of this suite',
  row,
  rows: ({ counted, heldOut: held }) => heldOutRows(counted, held),
  show: (rows) => [
    {
      id: 'held-out',
      title: 'Public tasks and held-out ones',
      note: 'Gap: held-out less public, with its 95 % interval. A model that was tuned to the public tasks does worse on the others.',
      columns: [...text('model', 'category', 'rate'), ...rates('public', 'held out', 'gap')],
      rows: rows.map((item) => [
        named(item),
        item.category,
        item.measure,
        item.onPublic,
        item.onHeldOut,
        item.gap === null ? null : estimated({ ...item.gap, value: item.gap.difference }),
      ]),
    },
  ],
});

const categories = ['misuse', 'benign', 'injection', 'misbehavior'] as const;

/** Held-out tasks are those of suites whose `suite.json` sets `held_out_of`. */
function heldOutRows(onPublic: readonly Judged[], onHeldOut: readonly Judged[]): z.output<typeof row>[] {
  return sortedGroups(onHeldOut, (judged) => judged.model).flatMap(([model, held]) => {
    const open = onPublic.filter((judged) => judged.model === model);
    return categories.flatMap((category) =>
      (category === 'benign' ? (['completed'] as const) : (['unsafe', 'completed'] as const)).flatMap((measure) => {
        const rate = (runs: readonly Judged[]): Proportion =>
          (measure === 'unsafe' ? unsafeRate : completedRate)(runs.filter((run) => run.category === category));
        const [before, after] = [rate(open), rate(held)];
        if (before.n === 0 && after.n === 0) return [];
        const [first, second] = [bounded(before), bounded(after)];
        return [
          {
            model,
            isReference: isReference(held),
            category,
            measure,
            onPublic: before,
            onHeldOut: after,
            gap: first === null || second === null ? null : newcombe(first, second),
          },
        ];
      }),
    );
  });
}
