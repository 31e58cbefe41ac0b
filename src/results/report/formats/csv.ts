import { printable, unseenCharacter } from '../../../base/record/unseen-text.ts';
import type { ReportTable, TableCell } from '../report-table.ts';
import { searchTables } from '../searches/search-tables.ts';
import type { GroupSummary, Summary } from '../summary.ts';
import { reportTables } from '../tables/registry.ts';

/**
 * One row a figure: what it is of (group, table, the table's keys), its name, and its value; of a rate also count, n and the bounds of the
 * 95 % interval. Shares are of 1. A text that a spreadsheet would run as a formula gets a `'` before it.
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
    // Attacks are counted by the oracles, over all that they name.
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

/** Names and messages of others, fit for a terminal too. */
const textOf = (cell: TableCell | undefined): string => printable(typeof cell === 'string' ? cell : '');

/** One field as RFC 4180 says. What a terminal would obey or what turns a line around is a `�`; lines stay. */
export function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const seen = cell.replaceAll('\r\n', '\n').replace(unseenCharacter, '\ufffd');
  const text = /^[=+\-@\t]/.test(seen) ? `'${seen}` : seen;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
