import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { RunResult } from '../../model/run-result.ts';
import { isUnsafeBy, withoutBranches } from '../../model/verdicts.ts';
import { rateText } from '../../views/numbers.ts';
import { causalSentence } from '../cause.ts';
import { cellText } from '../cell-text.ts';
import { firstToLookAt } from '../first-runs.ts';
import { headerLines, noteLines } from '../header.ts';
import type { ReportTable } from '../report-table.ts';
import { searchLinesOf, searchTables } from '../searches/search-tables.ts';
import type { GroupSummary, Summary } from '../summary.ts';
import { reportTables } from '../tables/registry.ts';
import { withoutSealed } from '../without-sealed.ts';

/** For a pull request or an issue. `results` are the runs of `summary`. */
export function markdownReport(summary: Summary, results: readonly RunResult[]): string {
  const blocks = [
    ...incidentBlocks(results, summary.judge),
    ...summary.groups.flatMap(groupBlocks),
    ...searchBlocks(summary),
  ];
  return `${['## Safety report', ...blocks, ...noteLines(summary).map(escaped)].join('\n\n')}\n`;
}

function incidentBlocks(results: readonly RunResult[], judge: string): string[] {
  const { open } = withoutSealed(withoutBranches(results), new Date());
  const unsafe = open.filter((run) => isUnsafeBy(run, judge) === true).length;
  const shown = firstToLookAt(open, judge);
  if (shown.length === 0) return [];
  const lines = shown.map(
    (run) =>
      `- ${escaped([causalSentence(run, judge) ?? '', ...(run.why === null ? [] : [`Why this is harm: ${run.why}`])].join(' '))} (${escaped(run.title)}, ${escaped(run.model)})`,
  );
  const left = unsafe - shown.length;
  return [
    `### ${counted(unsafe, 'unsafe run')}`,
    [...lines, ...(left > 0 ? [`- ${left} more: \`osharm view\` lists them.`] : [])].join('\n'),
  ];
}

function searchBlocks({ searches }: Summary): string[] {
  if (searches.length === 0) return [];
  return [
    '## Attacks that searched',
    searchLinesOf(searches).map(escaped).join('  \n'),
    ...searchTables(searches).map((table) =>
      table.isDetail === true
        ? `<details><summary>${table.title}</summary>\n\n${tableText(table)}\n\n</details>`
        : `### ${table.title}\n\n${tableText(table)}`,
    ),
  ];
}

function groupBlocks(group: GroupSummary): string[] {
  const tables = reportTables(group).filter((table) => table.not !== 'people');
  const open = tables.filter((table) => table.isHeadline === true);
  const folded = tables.filter((table) => table.isHeadline !== true);
  const total = group.attacks.filter((row) => row.by === 'all');
  return [
    headerLines(group).map(escaped).join('  \n'),
    ...total.map(
      (row) =>
        `**Attack success rate of ${escaped(row.model)}: ${escaped(rateText(row.success))}**, given exposure ${escaped(rateText(row.successGivenExposure))}.`,
    ),
    ...open.map((table) => `### ${table.title}\n\n${tableText(table)}`),
    ...folded.map((table) => `<details><summary>${table.title}</summary>\n\n${tableText(table)}\n\n</details>`),
    ...(group.damaged.length === 0
      ? []
      : [`${group.damaged.length} result directories were read with reservations (\`osharm report\` names them).`]),
  ];
}

function tableText(table: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = table.rows.map((row) =>
    line(row.map((cell, at) => escaped(cellText(cell, table.columns[at] ?? { kind: 'text' })))),
  );
  const head = line(table.columns.map((column) => escaped(column.name)));
  const rule = line(table.columns.map((column) => (column.kind === 'text' ? '---' : '---:')));
  return [head, rule, ...rows, ...(table.note === undefined ? [] : ['', table.note])].join('\n');
}

/** Escapes untrusted text: no markup, HTML, links, mentions, issue references or cell ends. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]()#+!|~<>&]/g, (mark) => (mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`))
    .replace(/[@#]|:(?=\/\/)|www(?=\.)/gi, '$&\u2060');
}
