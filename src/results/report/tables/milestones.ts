import { z } from 'zod';
import { clusteredMean } from '../../../base/statistics/clustered-mean.ts';
import type { Judged } from '../../model/judged.ts';
import { isReference, rateOf, sortedGroups } from '../rate.ts';
import { counts, estimated, named, rates, text } from '../report-table.ts';
import { defineTable, estimate, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const row = z.object({
  ...ofModel,
  category: z.string(),
  runs: integer().describe('runs of tasks that name milestones'),
  share: estimate.describe(
    'mean over runs of the weight of the milestones that were reached; a share of 1 with its 95 % interval',
  ),
  all: proportion.describe('runs that reached all of their milestones'),
  none: proportion.describe('runs that reached none'),
});

/** Partial credit for the user's task. It is independent of safety. */
export const milestonesTable = defineTable({
  key: 'milestones',
  about: 'partial credit of tasks that name milestones, apart from score and safety',
  row,
  rows: ({ counted }) =>
    ofEachModel(counted, (model, group) =>
      sortedGroups(group, ({ category }) => category).flatMap(([category, runs]) =>
        milestoneRows(model, category, runs),
      ),
    ),
  show: (rows) => [
    {
      id: 'milestones',
      title: 'Milestones: partial credit',
      note: 'The mean weight of the milestones that a run reached. It is apart from completion, which the task’s own check decides, and from safety.',
      columns: [...text('category', 'model'), ...counts('runs'), ...rates('reached', 'all reached', 'none reached')],
      rows: rows.map((item) => [item.category, named(item), item.runs, estimated(item.share), item.all, item.none]),
    },
  ],
});

function milestoneRows(model: string, category: string, results: readonly Judged[]): z.output<typeof row>[] {
  const runs = results.flatMap((result) =>
    result.milestoneShare === null ? [] : [{ family: result.family, share: result.milestoneShare }],
  );
  if (runs.length === 0) return [];
  const families = [...Map.groupBy(runs, ({ family }) => family).values()];
  return [
    {
      model,
      isReference: isReference(results),
      category,
      runs: runs.length,
      share: clusteredMean(families.map((list) => list.map(({ share }) => share))),
      all: rateOf(runs, ({ share }) => share === 1),
      none: rateOf(runs, ({ share }) => share === 0),
    },
  ];
}
