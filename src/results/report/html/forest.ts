import { html } from 'hono/html';
import { type ForestRow, forestChart } from '../charts/forest.ts';

/** Rates with their intervals, one below the other, as an SVG that says in words what it shows. */
export function forest(title: string, rows: readonly ForestRow[]) {
  const { width, height, inWords, content } = forestChart(rows);
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${inWords}">
${content}
</svg></figure>`;
}
