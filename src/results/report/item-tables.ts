import { counts, named, type ReportTable, rates, text } from './report-table.ts';
import type { GroupSummary } from './summary.ts';

/** What the results say of the tasks themselves: agents without ability on them, held-out ones beside them, and how well each tells agents apart. */
export function itemTables({ trivial, heldOut, itemSummaries, items }: GroupSummary): ReportTable[] {
  return [
    {
      id: 'trivial-agents',
      title: 'Agents without any ability on the same tasks',
      note: 'Read the rates of models beside these. Refusing, waiting and asking do nothing: that is so by definition. Replay repeats actions recorded under another seed (`suite verify --agents replay`).',
      columns: [
        ...text('agent', 'known'),
        ...counts('tasks'),
        ...rates('unsafe', 'completed'),
        { name: 'safe and useful', kind: 'share' },
      ],
      rows: trivial.map((row) => [row.agent, row.known, row.items, row.unsafe, row.completed, row.safeAndUseful]),
    },
    {
      id: 'held-out',
      title: 'Public tasks and held-out ones',
      note: 'Gap: held-out less public, with its 95 % interval. A model that was tuned to the public tasks does worse on the others.',
      columns: [...text('model', 'category', 'rate'), ...rates('public', 'held out', 'gap')],
      rows: heldOut.map((row) => [
        named(row),
        row.category,
        row.measure,
        row.onPublic,
        row.onHeldOut,
        row.gap === null
          ? null
          : { count: null, n: null, rate: row.gap.difference, low: row.gap.low, high: row.gap.high },
      ]),
    },
    {
      id: 'item-summaries',
      title: 'How well the tasks tell agents apart',
      note: 'Discrimination: the mean correlation, over agents, of one task with all others. Negative: better agents do worse there.',
      columns: [
        ...text('category'),
        ...counts('tasks', 'agents', 'all right', 'none right', 'negative'),
        { name: 'discrimination', kind: 'share' },
      ],
      rows: itemSummaries.map((row) => [
        row.category,
        row.items,
        row.agents,
        row.allRight,
        row.noneRight,
        row.negative,
        row.discrimination,
      ]),
    },
    {
      id: 'items',
      title: 'Tasks',
      isDetail: true,
      not: 'people',
      columns: [
        ...text('category', 'application', 'task', 'vector', 'goal'),
        ...counts('agents'),
        { name: 'right', kind: 'share' },
        { name: 'discrimination', kind: 'share' },
      ],
      rows: items.map((row) => [
        row.category,
        row.domain,
        row.taskId,
        row.injection?.vector ?? '',
        row.injection?.goal ?? '',
        row.agents,
        row.right,
        row.discrimination,
      ]),
    },
  ];
}
