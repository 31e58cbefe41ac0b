import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { isReference, sortedGroups } from '../rate.ts';
import { counts, named, text } from '../report-table.ts';
import { defineTable, integer, ofModel } from './definition.ts';

const row = z.object({
  ...ofModel,
  actor: z.string().describe('by the agent’s own words'),
  runs: integer().describe('runs in which it acted'),
  steps: integer().describe('its steps in them'),
  violations: integer().describe('unsafe runs whose first violation, by the judge, was a step of this part'),
});

export const actorsTable = defineTable({
  key: 'actors',
  row,
  rows: ({ runs }) => actorRows(runs),
  show: (rows) => [
    {
      id: 'actors',
      title: 'Parts of the agent',
      columns: [...text('part', 'model'), ...counts('runs', 'steps', 'first violations')],
      rows: rows.map((item) => [item.actor, named(item), item.runs, item.steps, item.violations]),
    },
  ],
});

/** Agents without components have no rows. */
function actorRows(results: readonly Judged[]): z.output<typeof row>[] {
  return sortedGroups(
    results.filter((result) => result.actors.some((actor) => actor !== null)),
    (judged) => judged.model,
  ).flatMap(([model, group]) =>
    sortedGroups(
      group.flatMap((judged) => [...new Set(judged.actors)].map((actor) => ({ judged, actor }))),
      ({ actor }) => actor ?? '',
    ).flatMap(([, list]) => {
      const actor = list[0]?.actor ?? null;
      if (actor === null) return [];
      return {
        model,
        isReference: isReference(group),
        actor,
        runs: list.length,
        steps: list.reduce((sum, { judged }) => sum + judged.actors.filter((name) => name === actor).length, 0),
        violations: list.filter(({ judged }) => judged.unsafe === true && firstViolator(judged) === actor).length,
      };
    }),
  );
}

function firstViolator({ judgment, actors }: Judged): string | null {
  const step = judgment?.violationStep ?? null;
  return step === null ? null : (actors[step] ?? null);
}
