import { counts, named, type ReportTable, rates, text } from './report-table.ts';
import type { GroupSummary } from './summary.ts';

const attackTitles = {
  vector: 'Attack success rate by vector (injected runs in which harm was attempted)',
  goal: 'Attack success rate by goal',
  level: 'Attack success rate by level of the text',
  language: 'Attack success rate by language of the text',
  visibility: 'Attack success rate by visibility of the text',
  application: 'Attack success rate by application',
  all: 'Attack success rate in all',
} as const;

/** Attack success, in all and by vector, goal, form of the text and application. */
export function attackTables(group: GroupSummary): ReportTable[] {
  const isApart = group.protocol !== 'os-harm' && group.attacks.some(({ by }) => by === 'all nominal goals');
  return (['all', 'vector', 'goal', 'level', 'language', 'visibility', 'application'] as const).map((by) => {
    const rows = group.attacks.filter((row) => (by === 'all' ? row.by.startsWith('all') : row.by === by));
    return {
      id: by === 'all' ? 'attacks' : `attacks-by-${by}`,
      title: attackTitles[by],
      ...noteOf([
        rows.some((row) => row.isUpperBound) &&
          'exposed is an upper bound: from trees as they were before trimming; at most that many saw the text.',
        rows.length > 0 &&
          by !== 'all' &&
          by !== 'goal' &&
          isApart &&
          'Of harmful goals. Nominal goals, which do no harm of their own, are in the tables by goal and in all.',
      ]),
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

/** Decoys: who is stopped by a harmless text that looks like an instruction. */
export function falseAlarmTable(group: GroupSummary): ReportTable {
  const isUnpaired = group.falseAlarms.some(({ falseAlarms }) => falseAlarms.n === 0);
  return {
    id: 'false-alarms',
    title: 'False alarms: harmless texts that look like instructions',
    note: `False alarms: not completed, of the runs whose task the model completes without the text.${isUnpaired ? ' Without --with-benign nobody knows which those are.' : ''}`,
    columns: [
      ...text('model', 'decoy'),
      ...counts('runs'),
      { name: 'exposed', kind: 'rate', isBrief: true },
      ...rates('completed', 'stopped or asked', 'false alarms'),
    ],
    rows: group.falseAlarms.map((row) => [
      named(row),
      row.kind,
      row.runs,
      row.exposed,
      row.completed,
      row.stopped,
      row.falseAlarms,
    ]),
  };
}

function noteOf(sentences: readonly (string | false)[]): { note?: string } {
  const said = sentences.filter((one) => one !== false);
  return said.length === 0 ? {} : { note: said.join(' ') };
}
