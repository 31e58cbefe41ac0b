import type { Proportion } from '../../../../../base/statistics/wilson.ts';
import { percent } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';

const size = { width: 148, height: 46, edge: 6 };

/** The latest rate is a filled dot. Sweeps without runs leave a gap. */
export function Trend({
  rates,
  names,
  shown,
}: {
  rates: readonly (Proportion | null)[];
  names: readonly string[];
  shown: 'unsafe' | 'completed';
}) {
  const { width, height, edge } = size;
  const x = (index: number): number =>
    rates.length === 1 ? width / 2 : edge + (index / (rates.length - 1)) * (width - 2 * edge);
  const y = (share: number): number => height - edge - share * (height - 2 * edge);
  const known = rates.flatMap((rate, index) =>
    rate === null || rate.rate === null ? [] : [{ ...rate, rate: rate.rate, index }],
  );
  const words = known
    .map(({ index, count, n, rate }) => `${visibleLabel(names[index] ?? '')}: ${percent(rate)}, ${count} of ${n}`)
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
        d={known.map(({ index, rate }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(rate)}`).join('')}
      />
      {known.map(({ index, rate }, at) => (
        <circle
          key={index}
          class={at === known.length - 1 ? 'point' : 'point earlier'}
          cx={x(index)}
          cy={y(rate)}
          r="3.5"
        />
      ))}
    </svg>
  );
}
