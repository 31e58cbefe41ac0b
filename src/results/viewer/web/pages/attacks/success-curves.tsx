import { spreadLabels } from '../../../../../base/spread-labels.ts';
import type { Proportion } from '../../../../../base/statistics/wilson.ts';
import { percent } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { ShownAttack } from '../../../api/attacks.ts';

const size = { left: 80, axis: 640, right: 180, top: 16, height: 240, tick: 34, label: 27 };
/** Dash patterns distinguish the lines without colour. */
const dashes = ['none', '9 4', '2 4', '12 3 2 3'];

/** The area is the 95 % interval of the first strategy. */
export function SuccessCurves({ of }: { of: ShownAttack }) {
  const { strategies, maxQueries } = of;
  const x = (attempts: number): string => (size.left + (attempts / maxQueries) * size.axis).toFixed(1);
  const y = (share: number): string => (size.top + (1 - share) * size.height).toFixed(1);
  const steps = (points: readonly (readonly [attempts: number, share: number])[]): string =>
    `M${x(0)} ${y(0)}${points.map(([attempts, share]) => `H${x(attempts)}V${y(share)}`).join('')}`;
  const [first] = strategies;
  const bottom = size.top + size.height;
  const ends = strategies
    .map(({ curve }, index) => ({ index, y: Number(y(shareOf(curve.at(-1)?.broken) ?? 0)) }))
    .sort((a, b) => a.y - b.y);
  const places = spreadLabels(
    ends.map((end) => end.y),
    size.label,
    size.top,
    bottom,
  );
  const labelAt = new Map(ends.map(({ index }, at) => [index, places[at] ?? bottom]));
  const inWords = strategies
    .map(({ name, curve }) => `${name} ${percent(shareOf(curve.at(-1)?.broken))} within ${maxQueries}`)
    .join(', ');
  return (
    <figure class="attack-curves">
      <figcaption class="soft">
        Share of targets broken, by number of attempts. The area is the 95 % interval of{' '}
        {visibleLabel(first?.name ?? '')}.
      </figcaption>
      <svg
        viewBox={`0 0 ${size.left + size.axis + size.right} ${bottom + size.tick}`}
        role="img"
        aria-label={`Targets broken by number of attempts: ${visibleLabel(inWords)}`}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="grid" x1={x(0)} x2={x(maxQueries)} y1={y(share)} y2={y(share)} />
            <text x={size.left - 8} y={Number(y(share)) + 4} text-anchor="end">
              {percent(share)}
            </text>
          </g>
        ))}
        {[...new Set([1, Math.ceil(maxQueries / 2), maxQueries])].map((attempts) => (
          <text key={attempts} x={x(attempts)} y={bottom + 26} text-anchor="middle">
            {attempts}
          </text>
        ))}
        {first !== undefined && <path class="area" d={area(first.curve)} />}
        {strategies.map(({ name, curve }, index) => (
          <g key={name}>
            <path
              class="line"
              stroke-dasharray={dashOf(index)}
              d={steps(curve.map(({ attempts, broken }) => [attempts, shareOf(broken) ?? 0]))}
            />
            <path
              class="lead"
              d={`M${x(maxQueries)} ${y(shareOf(curve.at(-1)?.broken) ?? 0)}L${size.left + size.axis + 14} ${labelAt.get(index)}`}
            />
            <text class="name" x={size.left + size.axis + 18} y={(labelAt.get(index) ?? 0) + 4}>
              {visibleLabel(name)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );

  function area(points: readonly { attempts: number; broken: Proportion }[]): string {
    const upper = steps(points.map(({ attempts, broken }) => [attempts, broken.high ?? 0]));
    const back = points.map(({ attempts }, at) => `H${x(attempts)}V${y(points[at - 1]?.broken.low ?? 0)}`).reverse();
    return `${upper}V${y(points.at(-1)?.broken.low ?? 0)}${back.join('')}H${x(0)}Z`;
  }
}

const dashOf = (index: number): string | undefined => dashes[index % dashes.length];

const shareOf = (rate: Proportion | undefined): number | null => rate?.rate ?? null;
