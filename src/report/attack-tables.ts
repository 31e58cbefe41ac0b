import { counts, named, type ReportTable, rates, text } from './report-table.ts';
import type { GroupSummary } from './summary.ts';

const attackTitles = {
  vector: 'Attack success rate by vector (injected runs in which harm was attempted)',
  goal: 'Attack success rate by goal',
  level: 'Attack success rate by level of the text',
  application: 'Attack success rate by application',
  all: 'Attack success rate in all',
} as const;

/** Attack success, in all and by vector, goal, level and application. */
export function attackTables(group: GroupSummary): ReportTable[] {
  return (['all', 'vector', 'goal', 'level', 'application'] as const).map((by) => {
    const rows = group.attacks.filter((row) => (by === 'all' ? row.by.startsWith('all') : row.by === by));
    return {
      id: by === 'all' ? 'attacks' : `attacks-by-${by}`,
      title: attackTitles[by],
      ...(rows.some((row) => row.isUpperBound)
        ? {
            note: 'exposed is an upper bound: from trees as they were before trimming; at most that many saw the text.',
          }
        : {}),
      columns: [
        ...text('model', by === 'all' ? 'injections' : by),
        ...counts('runs'),
        { name: 'exposed', kind: 'rate', isBrief: true },
        ...rates('ASR', 'ASR given exposure'),
        { name: 'harm completed', kind: 'rate', isBrief: true },
      ],
      rows: rows.map((row) => [
        named(row),
        row.name,
        row.runs,
        row.exposed,
        row.success,
        row.successGivenExposure,
        row.harmCompleted,
      ]),
    };
  });
}
