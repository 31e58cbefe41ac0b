import { printable } from '../../../base/record/unseen-text.ts';
import { cellText } from '../cell-text.ts';
import { headerLines, noteLines } from '../header.ts';
import { overviewTable } from '../overview.ts';
import type { ReportTable } from '../report-table.ts';
import { searchLinesOf, searchTables } from '../searches/search-tables.ts';
import { separateCompletion } from '../separate-completion.ts';
import type { GroupSummary, Summary } from '../summary.ts';
import { tableLines } from '../table.ts';
import { reportTables } from '../tables/registry.ts';
import { isTooWide, rowsBelowEachOther } from './narrow-table.ts';
import { wrapped } from './wrapped.ts';

const briefTables = new Set(['categories', 'errors', 'sabotage', 'monitors']);

/** `isBrief` prints only the overview and the rates by category. */
export function terminalReport(summary: Summary, width: number, isBrief = false): string {
  const blocks = summary.groups.map((group) => groupLines(group, width, isBrief).join('\n'));
  return `${[
    ...blocks,
    ...searchBlocks(summary, width),
    noteLines(summary)
      .flatMap((note) => wrapped(printable(note), width))
      .join('\n'),
  ].join('\n\n')}\n`;
}

function searchBlocks({ searches }: Summary, width: number): string[] {
  if (searches.length === 0) return [];
  const lines = searchLinesOf(searches).flatMap((line) => wrapped(printable(line), width));
  return [lines.join('\n'), ...searchTables(searches).map((table) => tableBlock(table, width).join('\n'))];
}

function groupLines(group: GroupSummary, width: number, isBrief: boolean): string[] {
  const lines = headerLines(group).flatMap((line) => wrapped(printable(line), width));
  if (isBrief) lines.push('', ...tableBlock(overviewTable(group.categories), width));
  for (const table of reportTables(group)) {
    if (table.not === 'people' || (isBrief && !briefTables.has(table.id))) continue;
    lines.push('', ...tableBlock(separateCompletion(table), width));
  }
  return lines;
}

export function tableBlock(table: ReportTable, width: number): string[] {
  const rows = table.rows.map((row) =>
    row.map((cell, at) => printable(cellText(cell, table.columns[at] ?? { kind: 'text' }))),
  );
  const right = table.columns.filter((column) => column.kind !== 'text').map((column) => column.name);
  const names = table.columns.map((column) => column.name);
  const text = { names, rows, isFigure: (at: number) => table.columns[at]?.kind !== 'text' };
  const lines = isTooWide(text, width) ? rowsBelowEachOther(text, width) : tableLines(names, rows, { width, right });
  const note = table.note === undefined ? [] : wrapped(table.note, width);
  return [...wrapped(table.title, width), ...lines, ...note];
}
