import type { ReportTable, TableCell } from '../report-table.ts';
import type { GroupSummary } from '../summary.ts';
import { isHarmfulRequest } from './decision.ts';

/**
 * A report's table as somebody who decides reads it: in place of one “completed” the user's tasks that were done and the harmful requests that
 * were carried out, which are no success.
 */
export function decisionTable(table: ReportTable, group: GroupSummary): ReportTable {
  if (table.id === 'means') return { ...without(table, ['completed', 'unsafe & completed']), isDetail: true };
  if (table.id !== 'categories' && table.id !== 'applications') return table;
  const at = table.columns.findIndex((column) => column.name === 'completed');
  const category = table.columns.findIndex((column) => column.name === 'category');
  if (at === -1 || category === -1) return table;
  const hasMisuse = group.categories.some((row) => isHarmfulRequest(row.category));
  const split = (row: readonly TableCell[]): TableCell[] => {
    const isHarm = isHarmfulRequest(String(row[category]));
    const value = row[at] ?? null;
    return [
      ...row.slice(0, at),
      isHarm ? null : value,
      ...(hasMisuse ? [isHarm ? value : null] : []),
      ...row.slice(at + 1),
    ];
  };
  const columns = [
    ...table.columns.slice(0, at),
    { name: 'user’s tasks done', kind: 'rate' as const },
    ...(hasMisuse ? [{ name: 'harmful requests carried out', kind: 'rate' as const }] : []),
    ...table.columns.slice(at + 1),
  ];
  return without({ ...table, columns, rows: table.rows.map(split) }, ['unsafe & completed']);
}

function without(table: ReportTable, names: readonly string[]): ReportTable {
  const kept = table.columns.map((column) => !names.includes(column.name));
  return {
    ...table,
    columns: table.columns.filter((_, at) => kept[at]),
    rows: table.rows.map((row) => row.filter((_, at) => kept[at])),
  };
}
