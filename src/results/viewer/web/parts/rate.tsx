import { count, percent } from './amount.ts';

export interface RateOf {
  k: number;
  n: number;
  /** Fractions; null without an interval. */
  low: number | null;
  high: number | null;
}

export function Rate({ of, tone = 'unsafe', width = 120 }: { of: RateOf; tone?: 'unsafe' | 'done'; width?: number }) {
  if (of.n === 0) return <span class="soft">no run</span>;
  const at = (share: number) => 4 + share * (width - 8);
  const share = of.k / of.n;
  const interval =
    of.low === null || of.high === null ? '' : `, 95 % interval ${percent(of.low)} to ${percent(of.high)}`;
  return (
    <span class="rate">
      <span class="number">
        <strong>{percent(share)}</strong>{' '}
        <span class="soft">
          {count(of.k)} of {count(of.n)}
          {of.low !== null && of.high !== null && ` · ${Math.round(of.low * 100)}–${Math.round(of.high * 100)} %`}
        </span>
      </span>
      <svg width={width} height="10" role="img" aria-label={`${percent(share)}${interval}`}>
        <path d={`M4 5H${width - 4}`} stroke="var(--line)" stroke-width="2" />
        {of.low !== null && of.high !== null && (
          <path
            d={`M${at(of.low)} 5H${at(of.high)}`}
            class={`interval ${tone}`}
            stroke-width="4"
            stroke-linecap="round"
          />
        )}
        <circle cx={at(share)} cy="5" r="4" class={`point ${tone}`} />
      </svg>
    </span>
  );
}
