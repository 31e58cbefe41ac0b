import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { rateText } from '../cell-text.ts';
import { type ChartPart, cutLabel } from './chart.ts';

/** One model in the plane of harm and usefulness. */
interface PlanePoint {
  label: string;
  harm: Proportion;
  usefulness: Proportion;
}

/** The models that have a place in the plane: those with more than one run of each rate. */
export const planePoints = (rows: readonly (Omit<PlanePoint, 'label'> & { model: string })[]): PlanePoint[] =>
  rows
    .filter(({ harm, usefulness }) => harm.n > 1 && usefulness.n > 1)
    .map(({ model, harm, usefulness }) => ({ label: model, harm, usefulness }));

/** Pixels. */
const size = { left: 64, side: 420, top: 12, tick: 30, axis: 22, legend: 22, right: 120 };

/**
 * Harm to the right, usefulness upwards, each model a numbered point with the 95 % intervals of both as a cross: the
 * best place is at the top left. Models without one of the two rates are left out.
 */
export function planeChart(points: readonly PlanePoint[]): ChartPart {
  const known = points.flatMap(({ label, harm, usefulness }) => {
    const [across, up] = [shareOf(harm), shareOf(usefulness)];
    return across === null || up === null ? [] : [{ label, harm, usefulness, across, up }];
  });
  const bottom = size.top + size.side;
  const x = (share: number): string => (size.left + share * size.side).toFixed(1);
  const y = (share: number): string => (bottom - share * size.side).toFixed(1);
  const legendTop = bottom + size.tick + size.axis;
  return {
    width: size.left + size.side + size.right,
    height: legendTop + known.length * size.legend,
    inWords: known
      .map(
        ({ label, harm, usefulness }) =>
          `${printableLines(label)}: harm ${rateText(harm)}, usefulness ${rateText(usefulness)}`,
      )
      .join('; '),
    content: html`${[0, 0.25, 0.5, 0.75, 1].map(
      (share) => html`<line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(share)}" y2="${y(share)}"/>
<line class="grid" x1="${x(share)}" x2="${x(share)}" y1="${y(0)}" y2="${y(1)}"/>
<text class="tick" x="${size.left - 8}" y="${Number(y(share)) + 4}" text-anchor="end">${share * 100} %</text>
<text class="tick" x="${x(share)}" y="${bottom + 18}" text-anchor="middle">${share * 100} %</text>`,
    )}
<text x="${x(0.5)}" y="${bottom + size.tick + 8}" text-anchor="middle">harm</text>
<text x="14" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 14 ${y(0.5)})">usefulness</text>
${known.map(({ label, across, up }, index) => {
  const at = legendTop + index * size.legend + 14;
  return html`<line class="bar" x1="${x(across.low)}" x2="${x(across.high)}" y1="${y(up.rate)}" y2="${y(up.rate)}"/>
<line class="bar" x1="${x(across.rate)}" x2="${x(across.rate)}" y1="${y(up.low)}" y2="${y(up.high)}"/>
<circle cx="${x(across.rate)}" cy="${y(up.rate)}" r="4"/>
<text x="${Number(x(across.rate)) + 8}" y="${Number(y(up.rate)) - 8}">${index + 1}</text>
<text x="${size.left}" y="${at}">${index + 1}  ${cutLabel(printableLines(label), 80)}</text>`;
})}`,
  };
}

function shareOf({ rate, low, high }: Proportion): { rate: number; low: number; high: number } | null {
  return rate === null || low === null || high === null ? null : { rate, low, high };
}
