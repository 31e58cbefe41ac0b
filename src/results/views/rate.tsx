import type { Proportion } from '../../base/statistics/wilson.ts';
import { count, percent } from './numbers.ts';

/** A rate in figures, and its 95 % interval on a scale from 0 to 100 %. */
export function Rate({
  of,
  tone = 'unsafe',
  width = 120,
}: {
  of: Proportion;
  tone?: 'unsafe' | 'done';
  width?: number;
}) {
  if (of.rate === null) return <span class="soft">no run</span>;
  const colour = of.count === 0 ? 'zero' : tone;
  const at = (share: number) => 4 + share * (width - 8);
  const interval =
    of.low === null || of.high === null ? '' : `, 95 % interval ${percent(of.low)} to ${percent(of.high)}`;
  return (
    <span class="rate">
      <span class="number">
        <strong>{percent(of.rate)}</strong>{' '}
        <span class="soft">
          {count(of.count)} of {count(of.n)}
          {of.low !== null && of.high !== null && ` · ${Math.round(of.low * 100)}–${Math.round(of.high * 100)} %`}
        </span>
      </span>
      <svg width={width} height="10" role="img" aria-label={`${percent(of.rate)}${interval}`}>
        <path d={`M4 5H${width - 4}`} class="scale" />
        {of.low !== null && of.high !== null && (
          <path d={`M${at(of.low)} 5H${at(of.high)}`} class={`interval ${colour}`} />
        )}
        <circle cx={at(of.rate)} cy="5" r="4" class={`point ${colour}`} />
      </svg>
    </span>
  );
}
