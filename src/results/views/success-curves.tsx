import { spreadLabels } from '../../base/spread-labels.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';
import { cutLabel } from './cut-label.ts';
import { percent, rateText } from './numbers.ts';
import type { SuccessCurvesProps } from './view-props.ts';
import { visibleLabel } from './visible-text.ts';

const size = { left: 64, axis: 620, right: 216, top: 12, height: 250, tick: 34, label: 22 };
const width = size.left + size.axis + size.right;
const height = size.top + size.height + size.tick;
const bottom = size.top + size.height;
/** Dash patterns distinguish the lines without colour. */
const dashes = ['none', '9 4', '2 4', '12 3 2 3'];

type Curve = SuccessCurvesProps['strategies'][number]['curve'];

/** Whether a strategy has a line: a search by it is finished. */
export const isSearched = ({ curve }: { curve: Curve }): boolean => (lastOf(curve)?.n ?? 0) > 0;

/**
 * Share of broken targets by number of attempts. The shaded area is the 95 % interval of the first strategy. Strategies
 * without a finished search have no line.
 */
export function SuccessCurves({ strategies: all, maxQueries }: SuccessCurvesProps) {
  const strategies = all.filter(isSearched);
  const x = (attempts: number): string => (size.left + (attempts / maxQueries) * size.axis).toFixed(1);
  const y = (share: number | null | undefined): string => (size.top + (1 - (share ?? 0)) * size.height).toFixed(1);
  const [first] = strategies;
  const labels = labelPlaces(strategies.map(({ curve }) => Number(y(lastOf(curve)?.rate))));
  const words = all.map(({ name, curve }) => {
    const last = lastOf(curve);
    const share =
      last === undefined || last.n === 0 ? 'no search finished' : `${rateText(last)} within ${maxQueries} attempts`;
    return `${visibleLabel(name)}: ${share}`;
  });
  return (
    <svg
      class="success-curves"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Targets broken by number of attempts. ${words.join('; ')}`}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <path class="rule" d={`M${x(0)} ${y(share)}H${x(maxQueries)}`} />
          <text x={size.left - 8} y={Number(y(share)) + 4} text-anchor="end">
            {percent(share)}
          </text>
        </g>
      ))}
      {ticksOf(maxQueries).map((attempts) => (
        <text key={attempts} x={x(attempts)} y={bottom + 22} text-anchor="middle">
          {attempts}
        </text>
      ))}
      {first !== undefined && <path class="area" d={areaOf(first.curve)} />}
      {strategies.map(({ name, curve }, index) => (
        <g key={name}>
          <path
            class="line"
            stroke-dasharray={dashes[index % dashes.length]}
            d={stepsOf(curve.map(({ attempts, broken }) => [attempts, broken.rate]))}
          />
          <path
            class="lead"
            d={`M${x(curve.at(-1)?.attempts ?? 0)} ${y(lastOf(curve)?.rate)}L${size.left + size.axis + 14} ${labels[index]}`}
          />
          <text class="strategy" x={size.left + size.axis + 18} y={(labels[index] ?? 0) + 4}>
            {cutLabel(visibleLabel(name), 28)}
          </text>
        </g>
      ))}
    </svg>
  );

  /** Each share is constant until the next point. */
  function stepsOf(points: readonly (readonly [attempts: number, share: number | null])[]): string {
    return `M${x(0)} ${y(0)}${points.map(([attempts, share]) => `H${x(attempts)}V${y(share)}`).join('')}`;
  }

  function areaOf(curve: Curve): string {
    const upper = stepsOf(curve.map(({ attempts, broken }) => [attempts, broken.high]));
    const back = curve.map(({ attempts }, at) => `H${x(attempts)}V${y(curve[at - 1]?.broken.low)}`).reverse();
    return `${upper}V${y(lastOf(curve)?.low)}${back.join('')}H${x(0)}Z`;
  }
}

const lastOf = (curve: Curve): Proportion | undefined => curve.at(-1)?.broken;

function labelPlaces(ends: readonly number[]): number[] {
  const order = [...ends.entries()].sort(([, a], [, b]) => a - b);
  const places = spreadLabels(
    order.map(([, y]) => y),
    size.label,
    size.top + 6,
    bottom,
  );
  const labels: number[] = [];
  for (const [at, [index]] of order.entries()) labels[index] = places[at] ?? bottom;
  return labels;
}

function ticksOf(maxQueries: number): number[] {
  const step = Math.max(1, Math.ceil(maxQueries / 5));
  return [...new Set([1, ...Array.from({ length: 5 }, (_, index) => (index + 1) * step), maxQueries])]
    .filter((attempts) => attempts <= maxQueries)
    .filter((attempts) => attempts === maxQueries || maxQueries - attempts >= step / 2);
}
