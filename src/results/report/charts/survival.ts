import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { rateText } from '../cell-text.ts';
import { type ChartPart, cutLabel } from './chart.ts';

/** Share of targets with a success by number of attempts. */
export interface SurvivalCurve {
  label: string;
  /** Where it changes, and its end; attempts rise. */
  points: readonly { attempts: number; broken: Proportion }[];
}

/** Pixels. */
const size = { left: 56, axis: 620, right: 24, top: 12, height: 260, tick: 30, legend: 22 };
/** How lines are told apart without colours. */
const dashes = ['none', '9 4', '2 4', '12 3 2 3'];

/** Curves of success by attempts, with the interval of the first as an area. */
export function survivalChart(curves: readonly SurvivalCurve[], maxQueries: number): ChartPart {
  const height = size.top + size.height + size.tick + curves.length * size.legend;
  const x = (attempts: number): number => size.left + (attempts / maxQueries) * size.axis;
  const y = (share: number): number => size.top + (1 - share) * size.height;
  const [first] = curves;
  return {
    width: size.left + size.axis + size.right,
    height,
    inWords: curves
      .map(({ label, points }) => {
        const last = points.at(-1);
        return `${printableLines(label)}: ${last === undefined ? 'no search came to its end' : `${rateText(last.broken)} within ${last.attempts} attempts`}`;
      })
      .join('; '),
    content: html`${[0, 0.25, 0.5, 0.75, 1].map(
      (
        share,
      ) => html`<line class="grid" x1="${size.left}" x2="${size.left + size.axis}" y1="${y(share)}" y2="${y(share)}"/>
<text class="tick" x="${size.left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`,
    )}
${ticksOf(maxQueries).map(
  (attempts) =>
    html`<text class="tick" x="${x(attempts).toFixed(1)}" y="${size.top + size.height + 18}" text-anchor="middle">${attempts}</text>`,
)}
${first === undefined ? '' : html`<path class="area" d="${areaOf(first)}"/>`}
${curves.map(({ label, points }, index) => {
  const dash = dashes[index % dashes.length];
  const at = size.top + size.height + size.tick + index * size.legend + 10;
  return html`<path class="bar" fill="none" stroke-dasharray="${dash}" d="${lineOf(points.map(({ attempts, broken }) => [attempts, broken.rate ?? 0]))}"/>
<line class="bar" stroke-dasharray="${dash}" x1="${size.left}" x2="${size.left + 44}" y1="${at - 4}" y2="${at - 4}"/>
<text x="${size.left + 54}" y="${at}">${cutLabel(printableLines(label), 80)}</text>`;
})}`,
  };

  /** Steps: a share holds until the next attempt at which it changes. */
  function lineOf(points: readonly (readonly [attempts: number, share: number])[]): string {
    let path = `M${x(0).toFixed(1)} ${y(0).toFixed(1)}`;
    for (const [attempts, share] of points) path += `H${x(attempts).toFixed(1)}V${y(share).toFixed(1)}`;
    return path;
  }

  function areaOf({ points }: SurvivalCurve): string {
    const last = points.at(-1);
    if (last === undefined) return '';
    const upper = lineOf(points.map(({ attempts, broken }) => [attempts, broken.high ?? 0]));
    let path = `${upper}V${y(last.broken.low ?? 0).toFixed(1)}`;
    for (const [at, { attempts }] of [...points.entries()].reverse())
      path += `H${x(attempts).toFixed(1)}V${y(points[at - 1]?.broken.low ?? 0).toFixed(1)}`;
    return `${path}H${x(0).toFixed(1)}Z`;
  }
}

function ticksOf(maxQueries: number): number[] {
  const step = Math.max(1, Math.ceil(maxQueries / 5));
  return [...new Set([1, ...Array.from({ length: 5 }, (_, index) => (index + 1) * step), maxQueries])]
    .filter((attempts) => attempts <= maxQueries)
    .filter((attempts) => attempts === maxQueries || maxQueries - attempts >= step / 2);
}
