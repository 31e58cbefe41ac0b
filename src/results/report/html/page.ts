import { basename } from 'node:path';
import { html, raw } from 'hono/html';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { cellText, percent } from '../cell-text.ts';
import type { ChartPart } from '../charts/chart.ts';
import { type ForestRow, forestChart } from '../charts/forest.ts';
import { planeChart, planePoints } from '../charts/plane.ts';
import { headerLines, noteLines } from '../header.ts';
import type { Judged } from '../rate.ts';
import type { ReportTable } from '../report-table.ts';
import type { Result } from '../result.ts';
import { isHarmfulRequest, separateCompletion, withoutColumns } from '../separate-completion.ts';
import { type GroupSummary, groupResults, type Summary, type SummaryOptions, summarise } from '../summary.ts';
import { canHarm } from '../tables/categories.ts';
import { reportTables } from '../tables/registry.ts';
import { type SealedRuns, sealedSentence, withoutSealed } from '../without-sealed.ts';
import { chooseRuns } from './chosen-runs.ts';
import { type Decision, decisionOf, glossary } from './decision.ts';
import { heatMap } from './heat-map.ts';
import { searchSection } from './searches.ts';
import { type Story, storyOf } from './story.ts';
import { style } from './style.ts';

/** Rates with their intervals, one below the other, as an SVG that says in words what it shows. */
function forest(title: string, rows: readonly ForestRow[]) {
  return figure(title, forestChart(rows));
}

/** A chart as an SVG that says in words what it shows. */
function figure(title: string, { width, height, inWords, content }: ChartPart) {
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${inWords}">
${content}
</svg></figure>`;
}

/**
 * The report as one page that needs no network, no script and no other file. `runs`: how many runs a group are shown
 * with pictures; one whose payload is sealed never is.
 */
export async function htmlReport(
  results: readonly Result[],
  judge: string,
  options: { runs: number; now?: Date } & SummaryOptions,
): Promise<string> {
  const summary = summarise(results, judge, options);
  const groups = groupResults(results, judge);
  const subject = subjectOf(results, summary.searches);
  const sections = await Promise.all(
    summary.groups.map(async (group, index) => {
      const { open, sealed } = withoutSealed(groups[index] ?? [], options.now ?? new Date());
      const chosen = chooseRuns(open, options.runs);
      const stories = await Promise.all(chosen.map(async (run) => ({ run, story: await storyOf(run, judge) })));
      return groupSection(group, { stories, sealed }, decisionOf(groups[index] ?? [], judge), `part-${index + 1}`);
    }),
  );
  // No script at all, nothing from anywhere: what results say can't do anything here.
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Safety report: ${printableLines(subject)}</title><style>${raw(style)}</style></head>
<body><header><h1>Safety report</h1>
<p class="subject">${printableLines(subject)}</p>
<p class="meta">${datesOf(results)} Made by osharm from what was recorded.</p></header>
<nav aria-label="Contents"><h2>Contents</h2><ol>${summary.groups.map((group, index) => contentsOf(group, index))}
${summary.searches.length === 0 ? '' : html`<li><a href="#attacks">Attacks that searched</a></li>`}<li><a href="#words">Words</a></li></ol></nav>
<main>${sections}
${searchSection(summary.searches, tableSection)}
<section id="words"><h2>Words</h2><dl class="words">${glossary.map(([term, meaning]) => html`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl>
${noteLines(summary).map((line) => html`<p class="meta">${printableLines(line.replace(' (docs/trust/statistics.md)', ''))}</p>`)}</section></main></body></html>
`;
  return String(await page);
}

/** Who was tested. */
function subjectOf(results: readonly Result[], searches: Summary['searches']): string {
  const models = [...new Set([...results, ...searches].map((item) => item.model))].sort();
  return models.length > 4 ? `${models.slice(0, 4).join(', ')} and ${models.length - 4} more` : models.join(', ');
}

/** When the runs were made: the report says nothing of its own time, so that the same results give the same report. */
function datesOf(results: readonly Result[]): string {
  const days = results.flatMap((result) => result.startedAt?.slice(0, 10) ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return 'The results say no date.';
  return first === last ? `Runs of ${first}.` : `Runs of ${first} to ${last}.`;
}

const titleOf = (group: GroupSummary): string => `${group.suite}, profile ${group.profile}`;

function contentsOf(group: GroupSummary, index: number) {
  const id = `part-${index + 1}`;
  return html`<li><a href="#${id}">${printableLines(titleOf(group))}</a><ol>
<li><a href="#${id}-summary">Summary</a></li><li><a href="#${id}-tested">What was tested, and what wasn’t</a></li>
<li><a href="#${id}-figures">Figures</a></li><li><a href="#${id}-runs">Runs to look at</a></li></ol></li>
`;
}

function groupSection(
  group: GroupSummary,
  { stories, sealed }: { stories: readonly { run: Judged; story: Story }[]; sealed: SealedRuns | null },
  decision: Decision,
  id: string,
) {
  const models = [...new Set(group.matrix.map((cell) => cell.model))];
  const judged = group.categories.filter((row) => row.judged > 0 && canHarm(row));
  const vectors = group.attacks.filter((row) => row.by === 'vector' && row.success.n > 0);
  const tables = reportTables(group)
    .filter((table) => table.not !== 'people')
    .map(decisionTable);
  const placed = planePoints(group.twoSided);
  const items = (lines: readonly string[]) => lines.map((line) => html`<li>${printableLines(line)}</li>`);
  return html`<section id="${id}"><h2>${printableLines(titleOf(group))}</h2>
<div class="summary" id="${id}-summary"><h3>Summary</h3>${decision.summary.map((line) => html`<p>${printableLines(line)}</p>`)}</div>
<div class="tested" id="${id}-tested"><div><h3>What was tested</h3><ul>${items(decision.tested)}</ul></div>
<div><h3>What wasn’t</h3><ul>${items(decision.notTested)}</ul></div></div>
<h3 id="${id}-figures">Figures</h3>
${headerLines(group).map((line) => html`<p class="meta">${printableLines(line)}</p>`)}
<div class="tiles">${group.categoryMeans.map(
    (
      row,
    ) => html`<div class="tile">${printableLines(row.model)}${row.isReference ? ' *' : ''}<b>${percent(row.unsafe)} unsafe</b><small>mean of ${row.categories} ${row.categories === 1 ? 'category' : 'categories'}</small></div>
`,
  )}</div>
${placed.length === 0 ? '' : figure('Harm and usefulness by model', planeChart(placed))}
${
  judged.length === 0
    ? ''
    : forest(
        'Unsafe runs by category and model',
        judged.map((row) => ({ label: `${row.category} · ${row.model}`, rate: row.unsafe })),
      )
}
${
  vectors.length === 0
    ? ''
    : forest(
        'Attack success by vector and model',
        vectors.map((row) => ({ label: `${row.name} · ${row.model}`, rate: row.success })),
      )
}
${models.map((model) =>
  heatMap(
    model,
    group.matrix.filter((cell) => cell.model === model),
  ),
)}
${tables.map(tableSection)}
${sealed === null ? '' : html`<p class="note">${printableLines(sealedSentence(sealed))} The figures count them.</p>`}
${stories.length === 0 ? '' : html`<h2 id="${id}-runs">Runs to look at</h2><p class="note">Chosen in turns over models, categories and goals, unsafe ones first. Pictures are what the agent saw before it acted.</p>`}
${stories.map(({ run, story }) => runSection(run, story))}
${
  group.damaged.length === 0
    ? ''
    : html`<details><summary>Read with reservations: ${group.damaged.length}</summary><ul>${group.damaged.map((item) => html`<li>${printableLines(item.directory)}: ${printableLines(item.findings.slice(0, 5).join('; '))}</li>`)}</ul></details>`
}
</section>
`;
}

/** A table as somebody who decides reads it. */
function decisionTable(table: ReportTable): ReportTable {
  if (table.id === 'means') return { ...withoutColumns(table, ['completed', 'unsafe & completed']), isDetail: true };
  const separate = separateCompletion(table);
  return separate === table ? table : withoutColumns(separate, ['unsafe & completed']);
}

function tableSection(table: ReportTable) {
  const body = html`<div class="wide" role="region" tabindex="0" aria-label="${table.title}"><table><thead><tr>${table.columns.map((column) => html`<th scope="col"${column.kind === 'text' ? '' : raw(' class="figure"')}>${printableLines(column.name)}</th>`)}</tr></thead>
<tbody>${table.rows.map(
    (row) =>
      html`<tr>${row.map((cell, at) => {
        const column = table.columns[at] ?? { kind: 'text' as const };
        return html`<td${column.kind === 'text' ? '' : raw(' class="figure"')}>${printableLines(cellText(cell, column))}</td>`;
      })}</tr>
`,
  )}</tbody></table></div>${table.note === undefined ? '' : html`<p class="note">${table.note}</p>`}`;
  return table.isDetail === true
    ? html`<details><summary>${table.title}</summary>${body}</details>`
    : html`<h3>${table.title}</h3>${body}`;
}

function outcomeWords(run: Judged, isDone: boolean): string {
  if (isHarmfulRequest(run.category))
    return isDone ? 'the harmful request was carried out' : 'the harmful request was not carried out';
  return isDone ? 'the user’s task was done' : 'the user’s task was not done';
}

function runSection(run: Judged, story: Story) {
  const verdict = run.judgment;
  return html`<article class="run"><h3>${printableLines(`${run.model} · ${run.domain} · ${basename(run.directory)}`)}</h3>
<p class="meta">${
    verdict === null
      ? `${run.unsafe === null ? '' : run.unsafe ? 'unsafe, ' : 'safe, '}not judged (${printableLines(run.abstained ?? run.error?.message ?? 'no verdict')})`
      : html`<span class="${verdict.safety ? 'safe' : 'unsafe'}">${verdict.safety ? 'safe' : `unsafe${verdict.violationStep === null ? '' : ` at step ${stepNumber(verdict.violationStep)}`}`}</span>, ${outcomeWords(run, verdict.success)}`
  } · outcome ${printableLines(run.outcome ?? 'unknown')} · ${run.steps} steps</p>
<blockquote>${printableLines(story.instruction)}</blockquote>
${story.injected === null ? '' : html`<p class="meta">Injected by ${printableLines(run.injection?.vector ?? '?')}:</p><blockquote>${printableLines(story.injected)}</blockquote>`}
${story.reasoning === null || story.reasoning === '' ? '' : html`<p>${printableLines(story.reasoning)}</p>`}
${story.leftOut > 0 ? html`<p class="note">${story.leftOut} other steps are not shown.</p>` : ''}
<ol class="steps">${story.steps.map(
    (
      step,
    ) => html`<li${step.isViolation ? raw(' class="violation"') : ''}><p class="meta">Step ${stepNumber(step.index)}${step.isViolation ? html`, <span class="unsafe">first unsafe step</span>` : ''}</p>
${step.picture === null ? html`<p class="note">${step.pictureFault === null ? 'No picture.' : `The picture ${step.pictureFault}.`}</p>` : html`<img alt="Screen before step ${stepNumber(step.index)}" src="${step.picture}">`}
${step.after === null ? '' : html`<p class="meta">And after it:</p><img alt="Screen after step ${stepNumber(step.index)}" src="${step.after}">`}
${step.code === '' ? '' : html`<pre tabindex="0">${printableLines(step.code)}</pre>`}
${step.effects.length === 0 ? '' : html`<ul>${step.effects.slice(0, 8).map((effect) => html`<li>${printableLines(effect)}</li>`)}</ul>`}</li>
`,
  )}</ol></article>
`;
}
