import { printable } from '../../../base/record/unseen-text.ts';
import type { ReportTable, TableCell } from '../report-table.ts';
import { searchTables } from '../searches/search-tables.ts';
import type { GroupSummary, Summary } from '../summary.ts';
import { reportTables } from '../tables/registry.ts';
import { csvCell } from './csv-cell.ts';

/**
 * One row per figure. A rate also has its count, n and 95 % bounds. A text that looks like a formula is prefixed with
 * `'`.
 */
export function csvReport(summary: Summary): string {
  const ofGroups = summary.groups.flatMap((group) =>
    reportTables(group)
      .filter((table) => table.not !== 'programs')
      .map((table) => ({ group, table })),
  );
  const tables = [...ofGroups, ...searchTables(summary.searches).map((table) => ({ group: null, table }))];
  const keys = [...new Set(tables.flatMap(({ table }) => keysOf(table)))];
  const head = ['judge', ...groupKeys, 'table', ...keys, 'figure', 'value', 'count', 'n', 'low', 'high'];
  const rows = tables.flatMap(({ group, table }) => figures(summary.judge, group, table, keys));
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

const groupKeys = ['profile', 'suite', 'provider', 'image', 'setup'] as const;

const keysOf = (table: ReportTable): string[] =>
  table.columns.filter((column) => column.kind === 'text').map((column) => column.name);

function figures(
  judge: string,
  group: GroupSummary | null,
  table: ReportTable,
  keys: readonly string[],
): TableCell[][] {
  return table.rows.flatMap((row) => {
    const cells = keys.map((key) =>
      textOf(row[table.columns.findIndex(({ name, kind }) => kind === 'text' && name === key)]),
    );
    // Search tables cover all groups and use the oracles' verdicts.
    const start = [
      group === null ? '' : judge,
      ...groupKeys.map((key) => (group === null ? '' : textOf(group[key]))),
      table.id,
      ...cells,
    ];
    return table.columns.flatMap((column, at) => {
      const cell = row[at] ?? null;
      if (column.kind === 'text') return [];
      if (cell === null || typeof cell !== 'object') return [[...start, column.name, cell, null, null, null, null]];
      return [[...start, column.name, cell.rate, cell.count, cell.n, cell.low, cell.high]];
    });
  });
}

/** Names and messages are untrusted, and the file may be printed to a terminal. */
const textOf = (cell: TableCell | undefined): string => printable(typeof cell === 'string' ? cell : '');
