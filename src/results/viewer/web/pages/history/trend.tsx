import type { RateInterval } from '../../../api.ts';
import { percent } from '../../parts/amount.ts';
import { visibleLine } from '../../text/visible.ts';

const size = { width: 148, height: 46, edge: 6 };

/** The latest rate is filled. Sweeps without runs leave a gap. */
export function Trend({
  rates,
  names,
  shown,
}: {
  rates: readonly (RateInterval | null)[];
  names: readonly string[];
  shown: 'unsafe' | 'completed';
}) {
  const { width, height, edge } = size;
  const x = (index: number): number =>
    rates.length === 1 ? width / 2 : edge + (index / (rates.length - 1)) * (width - 2 * edge);
  const y = (share: number): number => height - edge - share * (height - 2 * edge);
  const known = rates.flatMap((rate, index) => (rate === null || rate.n === 0 ? [] : [{ ...rate, index }]));
  const words = known
    .map(({ index, k, n }) => `${visibleLine(names[index] ?? '')}: ${percent(k / n)}, ${k} of ${n}`)
    .join('; ');
  return (
    <svg class={`trend ${shown}`} width={width} height={height} role="img" aria-label={words}>
      <path class="scale" d={`M0 ${y(0)}H${width}M0 ${y(1)}H${width}`} />
      {known.map(({ index, low, high }) =>
        low === null || high === null ? null : (
          <path key={index} class="interval" d={`M${x(index)} ${y(low)}V${y(high)}`} />
        ),
      )}
      <path
        class="line"
        d={known.map(({ index, k, n }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(k / n)}`).join('')}
      />
      {known.map(({ index, k, n }, at) => (
        <circle
          key={index}
          class={at === known.length - 1 ? 'point' : 'point earlier'}
          cx={x(index)}
          cy={y(k / n)}
          r="3.5"
        />
      ))}
    </svg>
  );
}
