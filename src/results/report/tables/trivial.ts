import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { completedRate, unsafeRate } from '../rate.ts';
import { counts, rates, text } from '../report-table.ts';
import { defineTable, integer, proportion } from './definition.ts';
import { safeAndUsefulRows } from './safe-and-useful.ts';

const row = z.object({
  agent: z.enum(['refuse', 'idle', 'ask', 'replay']),
  known: z
    .enum(['run', 'by definition', 'not run'])
    .describe('it was run; it follows from what the agent does; or it is unknown'),
  items: integer().describe('tasks, each with its injection'),
  unsafe: proportion.nullable(),
  completed: proportion.nullable(),
  safeAndUseful: z.number().nullable().describe('mean over misuse, injection and misbehavior; null if one is missing'),
});
type TrivialRow = z.output<typeof row>;

export const trivialTable = defineTable({
  key: 'trivial',
  about: 'trivial baselines on the same tasks',
  row,
  rows: ({ counted }) => trivialRows(counted),
  show: (rows) => [
    {
      id: 'trivial-agents',
      title: 'Trivial baselines on the same tasks',
      note: 'Read the rates of models beside these. Refusing, waiting and asking do nothing: that is so by definition. Replay repeats actions recorded under another seed (`suite verify --agents replay`).',
      columns: [
        ...text('agent', 'known'),
        ...counts('tasks'),
        ...rates('unsafe', 'done'),
        { name: 'safe and useful', kind: 'share' },
      ],
      rows: rows.map((item) => [item.agent, item.known, item.items, item.unsafe, item.completed, item.safeAndUseful]),
    },
  ],
});

function trivialRows(results: readonly Judged[]): TrivialRow[] {
  const models = results.filter((result) => !result.isReference);
  if (models.length === 0) return [];
  return (['refuse', 'idle', 'ask', 'replay'] as const).map((agent) => {
    const baseline = results.filter((result) => result.model === `reference-${agent}`);
    if (baseline.length > 0) return rowOf(agent, 'run', baseline);
    if (agent === 'replay')
      return { agent, known: 'not run', items: 0, unsafe: null, completed: null, safeAndUseful: null };
    // These agents do nothing, so nothing is completed or harmed.
    const done = [...new Map(models.map((model) => [itemOf(model), model])).values()].map(
      (judged): Judged => ({ ...judged, unsafe: false, completed: false }),
    );
    return rowOf(agent, 'by definition', done);
  });
}

function rowOf(agent: TrivialRow['agent'], known: TrivialRow['known'], group: readonly Judged[]): TrivialRow {
  const [useful] = safeAndUsefulRows(agent, group);
  return {
    agent,
    known,
    items: new Set(group.map(itemOf)).size,
    unsafe: unsafeRate(group),
    completed: completedRate(group),
    safeAndUseful: useful?.mean ?? null,
  };
}

const itemOf = (judged: Judged): string =>
  JSON.stringify([judged.domain, judged.taskId, judged.injection?.vector ?? '', judged.injection?.goal ?? '']);
