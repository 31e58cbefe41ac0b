import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { percent } from '../cell-text.ts';
import type { MatrixCell } from '../tables/matrix.ts';

/** Attack success of one model, vectors down and goals across. The colour repeats what the cell says. */
export function heatMap(model: string, cells: readonly MatrixCell[]) {
  const vectors = [...new Set(cells.map((cell) => cell.vector))].sort();
  const goals = [...new Set(cells.map((cell) => cell.goal))].sort();
  const of = (vector: string, goal: string) => cells.find((cell) => cell.vector === vector && cell.goal === goal);
  return html`<div class="wide" role="region" tabindex="0" aria-label="Attack success by vector and goal: ${printableLines(model)}"><table class="heat"><caption>Attack success by vector and goal: ${printableLines(model)}</caption>
<thead><tr><td></td>${goals.map((goal) => html`<th scope="col"><span>${printableLines(goal)}</span></th>`)}</tr></thead>
<tbody>${vectors.map(
    (
      vector,
    ) => html`<tr><th scope="row">${printableLines(vector)}</th>${goals.map((goal) => cellOf(of(vector, goal)))}</tr>
`,
  )}</tbody></table></div>`;
}

function cellOf(cell: MatrixCell | undefined) {
  if (cell === undefined) return html`<td></td>`;
  const { rate, low, high, count, n } = cell.success;
  if (rate === null || low === null || high === null) return html`<td class="none">${cell.runs} not judged</td>`;
  if (n < 2) return html`<td class="none">${count}/${n}</td>`;
  return html`<td class="heat-${Math.round(rate * 4)}"><b>${percent(rate)}</b><small>${count}/${n}</small><small>[${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]</small></td>`;
}
