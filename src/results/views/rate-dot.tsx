import type { Proportion } from '../../base/statistics/wilson.ts';
import { thinRuns } from './rate-words.ts';
import type { RateTone } from './view-props.ts';

/** A rate on a scale from 0 to 100 %, with its 95 % interval if there are two runs or more. */
export function RateDot({
  of,
  tone,
  width = 150,
  x,
  y,
}: {
  of: Proportion & { rate: number };
  tone: RateTone;
  width?: number;
  /** Position within another drawing. */
  x?: number;
  y?: number;
}) {
  const at = (share: number): number => Math.round((6 + share * (width - 12)) * 10) / 10;
  return (
    <svg
      class={`rate-dot ${of.count === 0 ? 'zero' : tone}`}
      x={x}
      y={y}
      width={width}
      height="14"
      viewBox={`0 0 ${width} 14`}
      aria-hidden="true"
    >
      <path class="scale" d={`M${at(0)} 7H${at(1)}M${at(0)} 3V11M${at(0.5)} 5V9M${at(1)} 3V11`} />
      {of.n > 1 && of.low !== null && of.high !== null && <path class="range" d={`M${at(of.low)} 7H${at(of.high)}`} />}
      <circle class={of.n < thinRuns ? 'point thin' : 'point'} cx={at(of.rate)} cy="7" r="4" />
    </svg>
  );
}
