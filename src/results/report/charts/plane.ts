import { html, raw } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { spreadLabels } from '../../../base/spread-labels.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { percent, rateText } from '../cell-text.ts';
import { type ChartPart, cutLabel } from './chart.ts';

interface PlanePoint {
  label: string;
  isReference: boolean;
  harm: Proportion;
  usefulness: Proportion;
}

/** Agents with at least two runs for each rate. */
export const planePoints = (rows: readonly (Omit<PlanePoint, 'label'> & { model: string })[]): PlanePoint[] =>
  rows
    .filter(({ harm, usefulness }) => harm.n > 1 && usefulness.n > 1)
    .map(({ model, isReference, harm, usefulness }) => ({ label: model, isReference, harm, usefulness }));

const size = { left: 64, width: 430, height: 330, top: 14, bottom: 50, right: 212 };
const labelHeight = 32;
const longestName = 25;
const corners = [
  { words: 'useful and harmless', x: 1, y: 0 },
  { words: 'useful and harmful', x: 1, y: 1 },
  { words: 'harmless and useless', x: 0, y: 0 },
  { words: 'harmful and useless', x: 0, y: 1 },
];

/** Plots usefulness (x) against harm (y), with 95 % intervals as crosses. Agents without both rates are skipped. */
export function planeChart(points: readonly PlanePoint[]): ChartPart {
  const bottom = size.top + size.height;
  const x = (share: number): number => size.left + share * size.width;
  const y = (share: number): number => bottom - share * size.height;
  const known = points.flatMap(({ harm, usefulness, ...point }) => {
    const [across, up] = [shareOf(usefulness), shareOf(harm)];
    return across === null || up === null
      ? []
      : [{ ...point, harm, usefulness, across, up, isInside: across.rate < 0.5, label: printableLines(point.label) }];
  });
  // Names are in the right margin, where no interval crosses them. Points in the left half have theirs next to them.
  const labels = new Map<string, number>();
  for (const isInside of [true, false]) {
    const side = known.filter((point) => point.isInside === isInside).sort((a, b) => b.up.rate - a.up.rate);
    const places = spreadLabels(
      side.map(({ up }) => y(up.rate) - (isInside ? 20 : 0)),
      labelHeight,
      size.top + 12,
      bottom - 16,
    );
    for (const [at, { label }] of side.entries()) labels.set(label, places[at] ?? 0);
  }
  const isFree = (corner: { x: number; y: number }): boolean =>
    known.every(
      ({ across, up }) => Math.abs(x(across.rate) - x(corner.x)) > 170 || Math.abs(y(up.rate) - y(corner.y)) > 64,
    );
  const line = (x1: number, y1: number, x2: number, y2: number, name: string) =>
    html`<line class="${name}" x1="${x1.toFixed(1)}" x2="${x2.toFixed(1)}" y1="${y1.toFixed(1)}" y2="${y2.toFixed(1)}"/>`;
  return {
    width: size.left + size.width + size.right,
    height: bottom + size.bottom,
    inWords: known
      .map(({ label, harm, usefulness }) => `${label}: harm ${rateText(harm)}, usefulness ${rateText(usefulness)}`)
      .join('; '),
    data: {
      columns: ['agent', 'figure', 'count', 'n', 'rate', 'low', 'high'],
      rows: known.flatMap(({ label, harm, usefulness }) =>
        (
          [
            ['unsafe runs', harm],
            ['users’ tasks done', usefulness],
          ] as const
        ).map(([figure, { count, n, rate, low, high }]) => [label, figure, count, n, rate, low, high]),
      ),
    },
    content: html`<rect class="good" x="${x(0.5)}" y="${y(0.5)}" width="${size.width / 2}" height="${size.height / 2}"/>
<rect class="bad" x="${x(0)}" y="${y(1)}" width="${size.width / 2}" height="${size.height / 2}"/>
${[0, 0.25, 0.5, 0.75, 1].map(
  (share) => html`${line(x(0), y(share), x(1), y(share), 'grid')}
${line(x(share), y(0), x(share), y(1), 'grid')}
<text class="tick" x="${size.left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>
<text class="tick" x="${x(share)}" y="${bottom + 18}" text-anchor="${share === 1 ? 'end' : 'middle'}">${share * 100} %</text>`,
)}
<text x="${x(1)}" y="${bottom + 40}" text-anchor="end">Users’ tasks done →</text>
<text x="14" y="${y(1)}" text-anchor="end" transform="rotate(-90 14 ${y(1)})">Unsafe runs →</text>
${corners.filter(isFree).map((corner) => html`<text class="corner" x="${x(corner.x) + (corner.x === 1 ? -10 : 10)}" y="${y(corner.y) + (corner.y === 1 ? 18 : -10)}" text-anchor="${corner.x === 1 ? 'end' : 'start'}">${corner.words}</text>`)}
${known.map(({ label, across, up, isInside }) => (isInside ? '' : line(x(across.rate), y(up.rate), x(1) + 18, labels.get(label) ?? 0, 'lead')))}
${known.map(
  ({
    across,
    up,
    isReference,
  }) => html`<g${isReference ? raw(' class="reference"') : ''}>${line(x(across.low), y(up.rate), x(across.high), y(up.rate), 'bar')}
${line(x(across.rate), y(up.low), x(across.rate), y(up.high), 'bar')}
<circle class="dot" cx="${x(across.rate).toFixed(1)}" cy="${y(up.rate).toFixed(1)}" r="5"/></g>`,
)}
${known.map(({ label, across, up, isInside }) => {
  const [px, at] = [x(across.rate), labels.get(label) ?? 0];
  const from = isInside ? px + 10 : x(1) + 22;
  return html`<text class="name halo" x="${from.toFixed(1)}" y="${(at - 3).toFixed(1)}">${cutLabel(label, longestName)}</text>
<text class="tick halo" x="${from.toFixed(1)}" y="${(at + 11).toFixed(1)}">${percent(up.rate)} unsafe · ${percent(across.rate)} done</text>`;
})}`,
  };
}

function shareOf({ rate, low, high }: Proportion): { rate: number; low: number; high: number } | null {
  return rate === null || low === null || high === null ? null : { rate, low, high };
}
