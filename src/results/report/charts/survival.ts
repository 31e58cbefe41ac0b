import { html } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { spreadLabels } from '../../../base/spread-labels.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { cutLabel } from '../../views/cut-label.ts';
import { rateText } from '../../views/numbers.ts';
import type { ChartPart } from './chart.ts';

export interface SurvivalCurve {
  label: string;
  /** In order of attempts: each change of the share, and the end of the curve. */
  points: readonly { attempts: number; broken: Proportion }[];
}

const size = { left: 56, axis: 560, right: 260, top: 12, height: 260, tick: 30, label: 18 };
/** Dash patterns distinguish the lines without colour. */
const dashes = ['none', '9 4', '2 4', '12 3 2 3'];

/** Plots success curves by attempts, each labelled at its end. The interval of the first curve is shaded. */
export function survivalChart(curves: readonly SurvivalCurve[], maxQueries: number): ChartPart {
  const height = size.top + size.height + size.tick;
  const x = (attempts: number): number => size.left + (attempts / maxQueries) * size.axis;
  const y = (share: number): number => size.top + (1 - share) * size.height;
  const [first] = curves;
  const ends = curves
    .map(({ points }, index) => ({ index, y: y(points.at(-1)?.broken.rate ?? 0) }))
    .sort((a, b) => a.y - b.y);
  const places = spreadLabels(
    ends.map((end) => end.y),
    size.label,
    size.top + 6,
    size.top + size.height,
  );
  const labelAt = new Map(ends.map(({ index }, at) => [index, places[at] ?? 0]));
  return {
    width: size.left + size.axis + size.right,
    height,
    inWords: curves
      .map(({ label, points }) => {
        const last = points.at(-1);
        return `${printableLines(label)}: ${last === undefined ? 'no search finished' : `${rateText(last.broken)} within ${last.attempts} attempts`}`;
      })
      .join('; '),
    data: {
      columns: ['strategy', 'attempts', 'count', 'n', 'rate', 'low', 'high'],
      rows: curves.flatMap(({ label, points }) =>
        points.map(({ attempts, broken: { count, n, rate, low, high } }) => [
          label,
          attempts,
          count,
          n,
          rate,
          low,
          high,
        ]),
      ),
    },
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
  const end = x(points.at(-1)?.attempts ?? 0);
  return html`<path class="bar" fill="none" stroke-dasharray="${dash}" d="${lineOf(points.map(({ attempts, broken }) => [attempts, broken.rate ?? 0]))}"/>
<text class="halo" x="${(end + 8).toFixed(1)}" y="${((labelAt.get(index) ?? 0) + 4).toFixed(1)}">${cutLabel(printableLines(label), 34)}</text>`;
})}`,
  };

  /** A step function: each share is constant until the next point. */
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
