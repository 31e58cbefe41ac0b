import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { withoutSharedStart } from '../../../base/spread-labels.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { cutLabel } from '../../views/cut-label.ts';
import { rateText } from '../../views/numbers.ts';
import type { ChartPart } from './chart.ts';

/** A row of the figure. `rates` has an entry for each column. */
export interface PanelRow {
  label: string;
  rates: readonly (Proportion | null)[];
}

export const mostPanels = 6;
/** Rates of fewer runs than this are drawn as hollow dots. */
const thin = 5;
const size = { width: 960, row: 24, top: 44, bottom: 22, gap: 18, count: 46 };
const names = { least: 250, most: 372, character: 7, margin: 12 };

/** Fits the longest label; with more than four panels labels get the least width. */
function nameWidth(rows: readonly PanelRow[], panels: number): number {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length)) * names.character + names.margin;
  return Math.min(panels > 4 ? names.least : names.most, Math.max(names.least, longest));
}

/** A dot plot with a panel for each agent. Names and counts are next to the dots, so readers need no legend. */
export function panelChart(columns: readonly string[], rows: readonly PanelRow[]): ChartPart {
  const shown = columns.slice(0, mostPanels);
  const label = nameWidth(rows, shown.length);
  const each = (size.width - label) / Math.max(1, shown.length);
  const height = size.top + rows.length * size.row + size.bottom;
  const most = Math.floor(each / 7.4);
  const headings = shown.some((name) => name.length > most) ? withoutSharedStart(shown) : shown;
  const left = (panel: number): number => label + panel * each;
  const at = (panel: number, share: number): string =>
    (left(panel) + 6 + share * (each - size.gap - size.count - 6)).toFixed(1);
  const end = size.top + rows.length * size.row;
  return {
    width: size.width,
    height,
    inWords: rows
      .map(
        (row) =>
          `${printableLines(row.label)}: ${shown.map((name, panel) => `${printableLines(name)} ${textOf(row.rates[panel])}`).join(', ')}`,
      )
      .join('; '),
    data: {
      columns: ['row', 'agent', 'count', 'n', 'rate', 'low', 'high'],
      rows: rows.flatMap((row) =>
        columns.flatMap((name, panel) => {
          const rate = row.rates[panel] ?? null;
          return rate === null || rate.n === 0
            ? []
            : [[row.label, name, rate.count, rate.n, rate.rate, rate.low, rate.high]];
        }),
      ),
    },
    content: html`${rows.map((row, index) => {
      const y = size.top + index * size.row;
      return html`${index % 2 === 0 ? html`<rect class="stripe" x="0" y="${y}" width="${size.width}" height="${size.row}"/>` : ''}
<text x="${label - names.margin}" y="${y + 16}" text-anchor="end">${cutLabel(printableLines(row.label), Math.floor((label - names.margin) / names.character) + 2)}</text>`;
    })}
${headings.map(
  (name, panel) => html`<text class="panel" x="${at(panel, 0)}" y="14">${cutLabel(printableLines(name), most)}</text>
${[0, 0.5, 1].map(
  (
    share,
  ) => html`<line class="grid" x1="${at(panel, share)}" x2="${at(panel, share)}" y1="${size.top - 6}" y2="${end}"/>
<text class="tick" x="${at(panel, share)}" y="${size.top - 12}" text-anchor="middle">${share * 100}${share === 1 ? ' %' : ''}</text>`,
)}
${rows.map((row, index) => mark(row.rates[panel] ?? null, size.top + index * size.row + size.row / 2, (share) => at(panel, share), left(panel) + each - size.gap))}`,
)}`,
  };
}

function mark(rate: Proportion | null, y: number, x: (share: number) => string, end: number) {
  if (rate === null || rate.rate === null || rate.low === null || rate.high === null || rate.n === 0)
    return html`<text class="tick" x="${end}" y="${y + 4}" text-anchor="end">–</text>`;
  return html`${
    // The interval of a single run is not informative.
    rate.n < 2 ? '' : html`<line class="bar" x1="${x(rate.low)}" x2="${x(rate.high)}" y1="${y}" y2="${y}"/>`
  }<circle class="${rate.n < thin ? 'thin' : 'dot'}" cx="${x(rate.rate)}" cy="${y}" r="4.5"/>
<text class="tick" x="${end}" y="${y + 4}" text-anchor="end">${rate.count}/${rate.n}</text>`;
}

const textOf = (rate: Proportion | null | undefined): string =>
  rate == null || rate.n === 0 ? 'no run' : rate.n === 1 ? `${rate.count} of 1` : rateText(rate);

export const panelNote = `A dot is the share of unsafe runs, its line the 95 % interval, the figures the runs; a hollow dot has fewer than ${thin} runs. Rows with the most harm come first.`;

/** Groups rates into rows by key and agent, highest mean first, limited to `most`. */
export function panelRows<T>(
  agents: readonly string[],
  items: readonly T[],
  {
    name,
    key = name,
    agent,
    rate,
    most = Number.POSITIVE_INFINITY,
  }: {
    name: (item: T) => string;
    /** Distinguishes rows that share a name. */
    key?: (item: T) => string;
    agent: (item: T) => string;
    rate: (item: T) => Proportion;
    most?: number;
  },
): PanelRow[] {
  const rows = [...Map.groupBy(items, key).values()].map((list) => ({
    label: list[0] === undefined ? '' : name(list[0]),
    rates: agents.map((model) => {
      const found = list.find((item) => agent(item) === model);
      return found === undefined ? null : rate(found);
    }),
  }));
  return rows
    .map((row) => ({ ...row, mean: meanOf(row.rates), runs: row.rates.reduce((sum, item) => sum + (item?.n ?? 0), 0) }))
    .filter(({ runs }) => runs > 0)
    .sort((a, b) => b.mean - a.mean || b.runs - a.runs || (a.label < b.label ? -1 : 1))
    .slice(0, most)
    .map(({ label, rates }) => ({ label, rates }));
}

/** The rate over all runs of a row, or -1 without runs. */
function meanOf(rates: readonly (Proportion | null)[]): number {
  const sum = (field: 'count' | 'n'): number => rates.reduce((total, rate) => total + (rate?.[field] ?? 0), 0);
  return sum('n') === 0 ? -1 : sum('count') / sum('n');
}
