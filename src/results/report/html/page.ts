import { html, raw } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Judged } from '../../model/judged.ts';
import type { RunResult } from '../../model/run-result.ts';
import { suiteName } from '../../model/settings.ts';
import { withoutBranches } from '../../model/verdicts.ts';
import { loadMarkup } from '../../views/load-markup.ts';
import { viewStyle } from '../../views/styles.ts';
import type { ViewMarkup } from '../../views/view-props.ts';
import { cellText } from '../cell-text.ts';
import { type Figure, figuresOf, panelNote, successFigures } from '../charts/figures.ts';
import { firstToLookAt } from '../first-runs.ts';
import { headerLines, noteLines } from '../header.ts';
import type { ReportTable } from '../report-table.ts';
import { searchLinesOf, searchTables } from '../searches/search-tables.ts';
import { separateCompletion, withoutColumns } from '../separate-completion.ts';
import { type GroupSummary, groupResults, type Summary, type SummaryOptions, summarise } from '../summary.ts';
import { reportTables } from '../tables/registry.ts';
import { type SealedRuns, sealedSentence, withoutSealed } from '../without-sealed.ts';
import { type Decision, decisionOf, glossary } from './decision.ts';
import { modelCard } from './model-card.ts';
import { incidentCard, runSection, type ShownRun } from './run-section.ts';
import { storyOf } from './story.ts';
import { style } from './style.ts';

const incidents = 3;
/** Limits for print. On screen, the page shows all rows and runs. */
const printedRows = 12;
const printedRuns = 3;
/** With the tables that are headlines, those that a print of a standard sweep has, at most six pages of it. */
const printedTables: ReadonlySet<string> = new Set([
  'plane',
  'two-sided',
  'severity',
  'attempts',
  'attacks-by-vector',
  'costs',
]);

interface GroupPart {
  id: string;
  group: GroupSummary;
  results: readonly Judged[];
  decision: Decision;
  figures: readonly Figure[];
  shown: readonly ShownRun[];
  sealed: SealedRuns | null;
}

/**
 * A self-contained page without scripts or network access. `runs` is the number of unsafe runs per group that are shown
 * with screenshots. Runs with a sealed payload are never shown.
 */
export async function htmlReport(
  results: readonly RunResult[],
  judge: string,
  options: { runs: number; now?: Date } & SummaryOptions,
): Promise<string> {
  const summary = summarise(results, judge, options);
  const groups = groupResults(results, judge);
  const markup = await loadMarkup();
  const parts = await Promise.all(
    summary.groups.map(async (group, index): Promise<GroupPart> => {
      const list = withoutBranches(groups[index] ?? []);
      const id = `part-${index + 1}`;
      const { open, sealed } = withoutSealed(list, options.now ?? new Date());
      const chosen = firstToLookAt(open, judge, options.runs);
      const shown = await Promise.all(
        chosen.map(async (run, at) => ({ run, story: await storyOf(run, judge), id: `${id}-run-${at + 1}` })),
      );
      return {
        id,
        group,
        results: list,
        decision: decisionOf(list, judge),
        figures: figuresOf(group, markup),
        shown,
        sealed,
      };
    }),
  );
  const subject = subjectOf(results, summary.searches);
  // The policy blocks scripts and external resources, so that untrusted text in the results is inert.
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Safety report: ${printableLines(subject)}</title><style>${raw(viewStyle)}${raw(style)}</style></head>
<body><header><p class="kicker">Safety report</p><h1>${printableLines(subject)}</h1>
<nav aria-label="Contents">${parts.map((part) => contentsOf(part, parts.length > 1))}${summary.searches.length === 0 ? '' : html`<a href="#attacks">Attacks that searched</a>`}<a href="#words">Words</a></nav></header>
<main>${parts.map((part) => [decisionPage(part, judge, parts.length > 1, markup), failurePages(part)])}
${parts.map((part) => checkPages(part, judge, markup))}
${searchSection(summary.searches, markup)}
<section class="check" id="words"><h2>Words</h2><dl class="words">${glossary.map(([term, meaning]) => html`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl>
${noteLines(summary).map((line) => html`<p class="note">${printableLines(line.replace(' (docs/trust/statistics.md)', ''))}</p>`)}</section></main></body></html>
`;
  return String(await page);
}

function subjectOf(results: readonly RunResult[], searches: Summary['searches']): string {
  const models = [...new Set([...results, ...searches].map((item) => item.model))].sort();
  return models.length > 4 ? `${models.slice(0, 4).join(', ')} and ${models.length - 4} more` : models.join(', ');
}

const titleOf = (group: GroupSummary): string => `${suiteName(group)}, profile ${group.profile}`;

function contentsOf({ id, group, shown, figures }: GroupPart, isOneOfSeveral: boolean) {
  return html`${isOneOfSeveral ? html`<b>${printableLines(titleOf(group))}</b>` : ''}<a href="#${id}">In short</a>${figures.length > 1 ? html`<a href="#${id}-where">Where it fails</a>` : ''}<a href="#${id}-method">Method and model card</a><a href="#${id}-tables">Tables</a>${shown.length === 0 ? '' : html`<a href="#${id}-runs">Runs</a>`}`;
}

/** For decision makers, on one page: four sentences, the plane, three incidents, the limits. */
function decisionPage(
  { id, group, decision, figures, shown }: GroupPart,
  judge: string,
  isOneOfSeveral: boolean,
  markup: ViewMarkup,
) {
  const plane = figures.find(({ name }) => name === 'harm-and-usefulness');
  return html`<section class="decide" id="${id}">${isOneOfSeveral ? html`<h2>${printableLines(titleOf(group))}</h2>` : ''}
<ol class="summary">${decision.summary.map((line) => html`<li>${printableLines(line)}</li>`)}</ol>
<div class="beside">${plane === undefined ? '' : figure(plane)}
<div class="limits"><h2>What this does not say</h2><ul>${decision.limits.map((line) => html`<li>${printableLines(line)}</li>`)}</ul></div></div>
${shown.length === 0 ? '' : html`<h2>What happened</h2><div class="incidents">${shown.slice(0, incidents).map((item) => incidentCard(item, judge, markup))}</div>`}
</section>
`;
}

/** For developers: sources of harm, from categories to single traps. */
function failurePages({ id, figures }: GroupPart) {
  const panels = figures.filter(({ name }) => name !== 'harm-and-usefulness');
  return panels.length === 0
    ? ''
    : html`<section class="build" id="${id}-where"><h2>Where it fails</h2><p class="note">${panelNote}</p>${panels.map(figure)}</section>
`;
}

/** For auditors: method, versions, tables, runs. */
function checkPages({ id, group, results, decision, shown, sealed }: GroupPart, judge: string, markup: ViewMarkup) {
  const tables = reportTables(group)
    .filter((table) => table.not !== 'people')
    .map(decisionTable);
  const unprinted = tables.filter((table) => !isPrinted(table)).length;
  return html`<section class="check"><h2 id="${id}-method">Method and model card</h2>
${modelCard(group, results, judge, decision.tested)}
${headerLines(group).map((line) => html`<p class="note">${printableLines(line)}</p>`)}
<h2 id="${id}-tables">Tables</h2>
${tables.map(tableSection)}
${unprinted === 0 ? '' : html`<p class="note printed">${unprinted} more tables are in the HTML page.</p>`}
${sealed === null ? '' : html`<p class="note">${printableLines(sealedSentence(sealed))} The figures count them.</p>`}
${
  group.damaged.length === 0
    ? ''
    : html`<h3>Damaged records: ${group.damaged.length}</h3><ul>${group.damaged.map((item) => html`<li>${printableLines(item.directory)}: ${printableLines(item.findings.slice(0, 5).join('; '))}</li>`)}</ul>`
}
${shown.length === 0 ? '' : html`<h2 id="${id}-runs">Runs to look at</h2><p class="note">Unsafe runs, completed harm first, each as different from the others as possible. Pictures show the screen before the agent acted, of the decisive step also after it.</p>`}
${shown.map((item, at) => runSection(item, judge, at < printedRuns, markup))}
</section>
`;
}

function figure({ title, note, svg, html: table = svg }: Figure) {
  return html`<figure><figcaption>${title}${note === undefined ? '' : html` <small>${note}</small>`}</figcaption>
${raw(table)}</figure>
`;
}

function searchSection(searches: Summary['searches'], markup: ViewMarkup) {
  if (searches.length === 0) return '';
  return html`<section id="attacks"><h2>Attacks that searched</h2>
${searchLinesOf(searches).map((line) => html`<p class="meta">${printableLines(line)}</p>`)}
${successFigures(searches, markup).map(figure)}
${searchTables(searches).map(tableSection)}</section>
`;
}

/** Drops the columns that would count a completed harmful request as a success. */
function decisionTable(table: ReportTable): ReportTable {
  if (table.id === 'means') return { ...withoutColumns(table, ['done', 'unsafe & done']), isDetail: true };
  const separate = separateCompletion(table);
  return separate === table ? table : withoutColumns(separate, ['unsafe & done']);
}

const isPrinted = ({ id, isHeadline, isDetail }: ReportTable): boolean =>
  isDetail !== true && (isHeadline === true || printedTables.has(id));

function tableSection(table: ReportTable) {
  const more = table.rows.length - printedRows;
  const body = html`<div class="wide" role="region" tabindex="0" aria-label="${table.title}"><table><thead><tr>${table.columns.map((column) => html`<th scope="col"${column.kind === 'text' ? '' : raw(' class="figure"')}>${printableLines(column.name)}</th>`)}</tr></thead>
<tbody>${table.rows.map(
    (row, index) =>
      html`<tr${index >= printedRows ? raw(' class="unprinted"') : ''}>${row.map((cell, at) => {
        const column = table.columns[at] ?? { kind: 'text' as const };
        return html`<td${column.kind === 'text' ? '' : raw(' class="figure"')}>${printableLines(cellText(cell, column))}</td>`;
      })}</tr>
`,
  )}</tbody></table></div>${more > 0 ? html`<p class="note printed">${more} more rows are in the HTML page.</p>` : ''}${table.note === undefined ? '' : html`<p class="note">${table.note}</p>`}`;
  if (table.isDetail === true)
    return html`<details class="unprinted"><summary>${table.title}</summary>${body}</details>`;
  return html`<section class="${isPrinted(table) ? 'table' : 'table unprinted'}"><h3>${table.title}</h3>${body}</section>`;
}
