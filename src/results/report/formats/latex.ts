import { printable } from '../../../base/record/unseen-text.ts';
import { cellText } from '../cell-text.ts';
import { headerLines, noteLines } from '../header.ts';
import type { ReportTable } from '../report-table.ts';
import { searchLinesOf, searchTables } from '../searches/search-tables.ts';
import type { Summary } from '../summary.ts';
import { reportTables } from '../tables/registry.ts';

/** Each table is a booktabs `table` for `\\input`. Requires a Unicode engine or `utf8` input. */
export function latexReport(summary: Summary): string {
  const blocks = summary.groups.flatMap((group, index) => [
    headerLines(group)
      .map((line) => `% ${printable(line)}`)
      .join('\n'),
    ...reportTables(group)
      .filter((table) => table.not !== 'people')
      .map((table) => tableText(table, summary.groups.length === 1 ? table.id : `${table.id}-${index + 1}`)),
  ]);
  const head = [
    '% Tables of osharm. Needs \\usepackage{booktabs}.',
    ...noteLines(summary).map((line) => `% ${printable(line)}`),
  ];
  const searches = [
    ...searchLinesOf(summary.searches).map((line) => `% ${printable(line)}`),
    ...searchTables(summary.searches).map((table) => tableText(table, table.id)),
  ];
  return `${[head.join('\n'), ...blocks, ...searches].join('\n\n')}\n`;
}

function tableText(table: ReportTable, label: string): string {
  const line = (cells: readonly string[]): string => `    ${cells.join(' & ')} \\\\`;
  const kinds = table.columns.map((column) => (column.kind === 'text' ? 'l' : 'r')).join('');
  const rows = table.rows.map((row) =>
    line(row.map((cell, at) => escaped(cellText(cell, table.columns[at] ?? { kind: 'text' })))),
  );
  const note = table.note === undefined ? '' : ` ${escaped(table.note)}`;
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${escaped(table.title)}.${note}}`,
    `  \\label{tab:osharm-${label}}`,
    `  \\begin{tabular}{@{}${kinds}@{}}`,
    '    \\toprule',
    line(table.columns.map((column) => escaped(column.name))),
    '    \\midrule',
    ...rows,
    '    \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
  ].join('\n');
}

const marks: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '–': '--',
  '−': '$-$',
  '…': '\\dots{}',
  '’': "'",
  '“': '``',
  '”': "''",
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
};

/** Escapes untrusted text for a table cell. A `[` after the end of a row would be read as its optional argument. */
function escaped(text: string): string {
  return printable(text).replace(
    /[\\~^–−…’“”<>|"]|[&%$#_{}]|\[/g,
    (mark) => marks[mark] ?? (mark === '[' ? '{[}' : `\\${mark}`),
  );
}
