import type { Proportion } from '../../../../../base/statistics/wilson.ts';
import { percent } from '../../../../views/numbers.ts';
import { countOfRate, thinRuns } from '../../../../views/rate-words.ts';
import type { RateCell, RateGrid, RateTone } from '../../../../views/view-props.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import { Text } from '../../text/text.tsx';

const width = 300;
const across = (share: number): number => 8 + share * (width - 16);

/** Rows with the largest difference are first. */
export function PairedRows({
  grid,
  columnNames,
  shown,
  left,
  right,
}: {
  grid: RateGrid;
  columnNames: readonly string[];
  shown: RateTone;
  left: string;
  right: string;
}) {
  const { heading } = grid;
  const [a, b] = [columnNames.indexOf(left), columnNames.indexOf(right)];
  const lines = grid.rows
    .flatMap(({ label, cells }) => {
      const [first, second] = [knownRate(cells[a]), knownRate(cells[b])];
      return first === null || second === null ? [] : [{ label, first, second, gap: first.rate - second.rate }];
    })
    .sort((one, other) => Math.abs(other.gap) - Math.abs(one.gap));
  if (lines.length === 0) return <p class="soft">No {heading} has verdicts of both.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls matrix-box" tabIndex={0} aria-label={`${heading}: both agents`}>
      <table class="table rate-rows paired">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">
              <span class="first-agent">
                ● <Text text={left} limit={80} />
              </span>{' '}
              <span class="second-agent">
                ◆ <Text text={right} limit={80} />
              </span>
            </th>
            <th scope="col" class="end">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, first, second, gap }) => (
            <tr key={label}>
              <th scope="row">
                <Text text={label} limit={120} />
              </th>
              <td>
                <svg class={`rate-dot ${shown}`} viewBox={`0 0 ${width} 16`} width={width} aria-hidden="true">
                  <path class="scale" d={`M${across(0)} 8H${across(1)}M${across(0)} 4V12M${across(1)} 4V12`} />
                  <path class="gap" d={`M${across(first.rate)} 8H${across(second.rate)}`} />
                  <circle
                    class={`first-agent ${first.n < thinRuns ? 'thin' : ''}`}
                    cx={across(first.rate)}
                    cy="8"
                    r="5"
                  />
                  <path
                    class={`second-agent ${second.n < thinRuns ? 'thin' : ''}`}
                    d={`M${across(second.rate)} 2l6 6l-6 6l-6 -6z`}
                  />
                </svg>
                <span class="unseen">
                  {visibleLabel(left)} {percent(first.rate)}, {visibleLabel(right)} {percent(second.rate)}
                </span>
                <span class="number small soft">
                  {countOfRate(first)} and {countOfRate(second)}
                </span>
              </td>
              <td class="end number">{pointsOf(gap)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function knownRate(cell: RateCell | undefined): (Proportion & { rate: number }) | null {
  const rate = cell?.rate;
  return rate === undefined || rate.rate === null ? null : { ...rate, rate: rate.rate };
}

function pointsOf(gap: number): string {
  const points = Math.round(gap * 100);
  return points === 0 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
}
