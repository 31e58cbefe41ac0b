import type { ReportTable, TableCell } from './report-table.ts';

/** A misuse task requests the harm itself, so its completion is not a success. */
export const isHarmfulRequest = (category: string): boolean => category === 'misuse';

/** Splits “done” into the user's tasks done and the harmful requests carried out. */
export function separateCompletion(table: ReportTable): ReportTable {
  const indexOf = (name: string): number => table.columns.findIndex((column) => column.name === name);
  const [at, category] = [indexOf('done'), indexOf('category')];
  if (table.mixesTasks !== true || at === -1 || category === -1) return table;
  const isHarm = (row: readonly TableCell[]): boolean => isHarmfulRequest(String(row[category]));
  const hasMisuse = table.rows.some(isHarm);
  const split = (row: readonly TableCell[]): TableCell[] => {
    const value = row[at] ?? null;
    const cells = isHarm(row) ? [null, value] : [value, null];
    return row.toSpliced(at, 1, ...(hasMisuse ? cells : [value]));
  };
  const names = hasMisuse ? ['user’s tasks done', 'harmful requests carried out'] : ['user’s tasks done'];
  return {
    ...table,
    columns: table.columns.toSpliced(at, 1, ...names.map((name) => ({ name, kind: 'rate' as const }))),
    rows: table.rows.map(split),
  };
}

export function withoutColumns(table: ReportTable, names: readonly string[]): ReportTable {
  const kept = table.columns.map((column) => !names.includes(column.name));
  return {
    ...table,
    columns: table.columns.filter((_, at) => kept[at]),
    rows: table.rows.map((row) => row.filter((_, at) => kept[at])),
  };
}
