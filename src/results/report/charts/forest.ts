import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { rateText } from '../cell-text.ts';
import { type ChartPart, cutLabel } from './chart.ts';

export interface ForestRow {
  label: string;
  rate: Proportion;
}

/** Pixels. */
const size = { label: 330, axis: 420, value: 190, row: 24, top: 26 };

/** Rates with their intervals, one below the other. */
export function forestChart(rows: readonly ForestRow[]): ChartPart {
  const height = size.top + rows.length * size.row + 6;
  const width = size.label + size.axis + size.value;
  const at = (share: number): string => (size.label + share * size.axis).toFixed(1);
  return {
    width,
    height,
    inWords: rows.map((row) => `${printableLines(row.label)} ${rateText(row.rate)}`).join('; '),
    content: html`${[0, 0.25, 0.5, 0.75, 1].map(
      (share) => html`<line class="grid" x1="${at(share)}" x2="${at(share)}" y1="${size.top - 6}" y2="${height - 6}"/>
<text class="tick" x="${at(share)}" y="${size.top - 10}" text-anchor="middle">${share * 100} %</text>`,
    )}
${rows.map((row, index) => {
  const y = size.top + index * size.row + size.row / 2;
  const { rate, low, high } = row.rate;
  return html`<text x="${size.label - 12}" y="${y + 4}" text-anchor="end">${cutLabel(printableLines(row.label), 48)}</text>
${
  // One run has no rate that could be drawn.
  rate === null || low === null || high === null || (row.rate.n ?? 0) < 2
    ? ''
    : html`<line class="bar" x1="${at(low)}" x2="${at(high)}" y1="${y}" y2="${y}"/><circle cx="${at(rate)}" cy="${y}" r="4.5"/>`
}
<text x="${size.label + size.axis + 14}" y="${y + 4}">${row.rate.n === 1 ? `${row.rate.count}/1` : rateText(row.rate)}</text>`;
})}`,
  };
}
