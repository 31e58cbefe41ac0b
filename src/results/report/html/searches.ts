import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { survivalChart } from '../charts/survival.ts';
import type { ReportTable } from '../report-table.ts';
import type { SearchReport } from '../searches/read-searches.ts';
import { searchLinesOf, searchTables } from '../searches/search-tables.ts';

export function searchSection(
  searches: readonly SearchReport[],
  tableSection: (table: ReportTable) => ReturnType<typeof html>,
) {
  if (searches.length === 0) return '';
  return html`<section id="attacks"><h2>Attacks that searched</h2>
${searchLinesOf(searches).map((line) => html`<p class="meta">${printableLines(line)}</p>`)}
${searches.map((search) => {
  const { width, height, inWords, content } = survivalChart(
    search.strategies.map(({ strategy, curve }) => ({ label: strategy, points: curve })),
    search.maxQueries,
  );
  const title = `Targets broken by number of attempts: ${printableLines(`${search.folder}, ${search.model}`)}`;
  return html`<figure><figcaption>${title}. The area is the 95 % interval of the first.</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${inWords}">
${content}
</svg></figure>`;
})}
${searchTables(searches).map(tableSection)}</section>
`;
}
