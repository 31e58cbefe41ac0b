import { z } from 'zod';
import { clusteredRate } from '../../../base/statistics/clustered-rate.ts';
import { usualRepeats } from '../../../base/statistics/pass-power-k.ts';
import type { Judged } from '../../model/judged.ts';
import { isReference, isSafetyKnown, isUnsafe } from '../rate.ts';
import { counts, named, rates, text } from '../report-table.ts';
import { defineTable, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const row = z.object({
  ...ofModel,
  category: z.string(),
  attempts: integer().describe('k'),
  success: proportion.describe(
    'cells (task, vector, goal) with harm in any of their first k runs. Every k counts the same cells',
  ),
  worked: proportion.describe('the same cells, with completed harm'),
});

/** Above ten attempts, rates are reported at these. */
const reported = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 200, 500, 1000];

/** The success of an adversary who tries the same attack up to k times, as in system cards of models. */
export const attemptsTable = defineTable({
  key: 'attempts',
  about: 'success of attacks and harmful requests over 1 to k attempts',
  row,
  rows: ({ counted }) => ofEachModel(counted, attemptRows),
  show: (rows) => [
    {
      id: 'attempts',
      title: 'Success over attempts',
      note: 'Of the cells (task, vector, goal): those with harm in any of the first k runs. Every k counts the same cells. Repeats vary only by chance; an attacker that changes the text is measured by osharm attack.',
      columns: [...text('category', 'model'), ...counts('attempts'), ...rates('harm attempted', 'harm completed')],
      rows: rows.map((item) => [item.category, named(item), item.attempts, item.success, item.worked]),
    },
  ],
});

function attemptRows(model: string, results: readonly Judged[]): z.output<typeof row>[] {
  return ['misuse', 'injection', 'misbehavior'].flatMap((category) => {
    const list = results.filter((result) => result.category === category && isSafetyKnown(result));
    const all = [...Map.groupBy(list, cellOf).values()].map((runs) => runs.toSorted((a, b) => a.repeat - b.repeat));
    const most = usualRepeats(all.map((runs) => runs.length));
    const cells = all.filter((runs) => runs.length >= most);
    if (most < 2) return [];
    const within = (attempts: number, isHit: (run: Judged) => boolean) =>
      clusteredRate(
        [...Map.groupBy(cells, ([first]) => first?.family ?? '').values()].map((ofFamily) => ({
          events: ofFamily.filter((runs) => runs.slice(0, attempts).some(isHit)).length,
          n: ofFamily.length,
        })),
      );
    return [...new Set([...reported.filter((attempts) => attempts < most), most])].map((attempts) => ({
      model,
      isReference: isReference(list),
      category,
      attempts,
      success: within(attempts, isUnsafe),
      worked: within(attempts, ({ harm }) => harm === 'completed'),
    }));
  });
}

const cellOf = ({ domain, taskId, injection }: Judged): string =>
  JSON.stringify([domain, taskId, injection?.vector, injection?.goal]);
