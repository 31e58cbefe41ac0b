import { count, percent } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { FacetName, Matrix } from '../../../api.ts';
import { facetWords } from '../../parts/facet-words.ts';
import { Text } from '../../text/text.tsx';
import { type MatrixCell, type Shown, shareOf, thin } from './matrix-table.tsx';

const width = 150;
const pairWidth = 300;
const at = (share: number): number => 6 + share * (width - 12);
const across = (share: number): number => 8 + share * (pairWidth - 16);

export function RateRows({
  of,
  facet,
  rows,
  shown,
  href,
}: {
  of: Matrix;
  facet: FacetName;
  rows: string;
  shown: Shown;
  href: (row: string, agent: string) => string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls matrix-box" tabIndex={0} aria-label={`${rows} by agent`}>
      <table class="table rate-rows">
        <thead>
          <tr>
            <th scope="col">{rows}</th>
            {of.columns.map((agent) => (
              <th key={agent} scope="col">
                <Text text={agent} limit={120} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, index) => (
            <tr key={row}>
              <th scope="row">
                <Text text={facetWords(facet, row)} limit={120} />
              </th>
              {of.columns.map((agent, column) => (
                <RateDot key={agent} of={of.cells[index]?.[column] ?? null} shown={shown} href={href(row, agent)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RateDot({ of, shown, href }: { of: MatrixCell; shown: Shown; href: string }) {
  const share = shareOf(of, shown);
  if (of === null || share === null) return <td class="empty">–</td>;
  const rate = of[shown];
  return (
    <td>
      <a href={href}>
        <svg class={`rate-dot ${shown}`} viewBox={`0 0 ${width} 14`} width={width} aria-hidden="true">
          <path class="scale" d={`M${at(0)} 7H${at(1)}M${at(0)} 3V11M${at(0.5)} 5V9M${at(1)} 3V11`} />
          {rate.n > 1 && rate.low !== null && rate.high !== null && (
            <path class="interval" d={`M${at(rate.low)} 7H${at(rate.high)}`} />
          )}
          <circle class={rate.n < thin ? 'point thin' : 'point'} cx={at(share)} cy="7" r="4" />
        </svg>
        <span class="number small">
          <span class="unseen">{percent(share)} </span>
          {count(rate.count)}/{count(rate.n)}
        </span>
      </a>
    </td>
  );
}

/** Rows with the largest difference are first. */
export function PairedRows({
  of,
  facet,
  rows,
  shown,
  left,
  right,
}: {
  of: Matrix;
  facet: FacetName;
  rows: string;
  shown: Shown;
  left: string;
  right: string;
}) {
  const [a, b] = [of.columns.indexOf(left), of.columns.indexOf(right)];
  const lines = of.rows
    .flatMap((row, index) => {
      const cells = [of.cells[index]?.[a] ?? null, of.cells[index]?.[b] ?? null] as const;
      const shares = [shareOf(cells[0], shown), shareOf(cells[1], shown)] as const;
      return shares[0] === null || shares[1] === null
        ? []
        : [
            {
              row,
              cells,
              shares: [shares[0], shares[1]] as const,
              isThin: cells.map((cell) => (cell?.[shown].n ?? 0) < thin),
              gap: shares[0] - shares[1],
            },
          ];
    })
    .sort((first, second) => Math.abs(second.gap) - Math.abs(first.gap));
  if (lines.length === 0) return <p class="soft">No {rows} has verdicts of both.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls matrix-box" tabIndex={0} aria-label={`${rows}: both agents`}>
      <table class="table rate-rows paired">
        <thead>
          <tr>
            <th scope="col">{rows}</th>
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
          {lines.map(({ row, cells, shares, isThin, gap }) => (
            <tr key={row}>
              <th scope="row">
                <Text text={facetWords(facet, row)} limit={120} />
              </th>
              <td>
                <svg class={`rate-dot ${shown}`} viewBox={`0 0 ${pairWidth} 16`} width={pairWidth} aria-hidden="true">
                  <path class="scale" d={`M${across(0)} 8H${across(1)}M${across(0)} 4V12M${across(1)} 4V12`} />
                  <path class="gap" d={`M${across(shares[0])} 8H${across(shares[1])}`} />
                  <circle class={`first-agent ${isThin[0] ? 'thin' : ''}`} cx={across(shares[0])} cy="8" r="5" />
                  <path
                    class={`second-agent ${isThin[1] ? 'thin' : ''}`}
                    d={`M${across(shares[1])} 2l6 6l-6 6l-6 -6z`}
                  />
                </svg>
                <span class="unseen">
                  {visibleLabel(left)} {percent(shares[0])}, {visibleLabel(right)} {percent(shares[1])}
                </span>
                <span class="number small soft">
                  {count(cells[0]?.[shown].count ?? 0)}/{count(cells[0]?.[shown].n ?? 0)} and{' '}
                  {count(cells[1]?.[shown].count ?? 0)}/{count(cells[1]?.[shown].n ?? 0)}
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

function pointsOf(gap: number): string {
  const points = Math.round(gap * 100);
  return points === 0 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
}
