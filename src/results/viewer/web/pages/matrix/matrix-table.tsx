import type { ComponentChildren } from 'preact';
import type { Matrix } from '../../../api.ts';
import { count, percent } from '../../parts/amount.ts';
import { Text } from '../../text/text.tsx';

export type Shown = 'unsafe' | 'completed';
export type MatrixCell = Matrix['cells'][number][number];

/** A table of two properties; `cell` draws what stands where a row and a column meet. */
export function MatrixTable({
  of,
  rows,
  columns,
  shown,
  cell,
}: {
  of: Pick<Matrix, 'rows' | 'columns' | 'cells'>;
  rows: string;
  columns: string;
  shown: Shown;
  cell: (of: MatrixCell, row: string, column: string) => ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls matrix-box" tabIndex={0} aria-label={`${rows} by ${columns}`}>
      <table class={`table grid matrix-cells ${shown}`}>
        <thead>
          <tr>
            <th scope="col">
              {rows} ╲ {columns}
            </th>
            {of.columns.map((column) => (
              <th key={column} scope="col">
                <Text text={words(column)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, index) => (
            <tr key={row}>
              <th scope="row">
                <Text text={words(row)} />
              </th>
              {of.columns.map((column, at) => cell(of.cells[index]?.[at] ?? null, row, column))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A rate with its n and interval; opens its runs. */
export function Rated({ of, shown, href }: { of: MatrixCell; shown: Shown; href: string }) {
  if (of === null) return <td class="empty" />;
  const rate = of[shown];
  const share = rate.n === 0 ? null : rate.k / rate.n;
  return (
    <td class={`shade-${share === null ? 'none' : Math.ceil(share * 5)}`}>
      <a href={href}>
        <strong class="number">{percent(share)}</strong>
        <span class="unseen">{shown}</span>
        <span class="number">
          {rate.n === 0 ? `${count(of.runs)} without verdict` : `${count(rate.k)} of ${count(rate.n)}`}
        </span>
        {rate.low !== null && rate.high !== null && (
          <span class="number">
            {Math.round(rate.low * 100)}–{Math.round(rate.high * 100)} %
          </span>
        )}
      </a>
    </td>
  );
}

/** One model's rate minus another's, in percentage points; empty where one of them has no verdict. */
export function Difference({ a, b, shown }: { a: MatrixCell; b: MatrixCell; shown: Shown }) {
  if (a === null || b === null || a[shown].n === 0 || b[shown].n === 0) return <td class="empty" />;
  const [left, right] = [a[shown], b[shown]];
  const points = Math.round((left.k / left.n - right.k / right.n) * 100);
  return (
    <td class={points > 0 ? `shade-${Math.ceil(points / 20)}` : ''}>
      <span class="difference-cell">
        <strong class="number">{points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'}</strong>
        <span class="number">
          {count(left.k)}/{count(left.n)} − {count(right.k)}/{count(right.n)}
        </span>
      </span>
    </td>
  );
}

/** Names break at their underscores. */
function words(name: string): string {
  return name.replaceAll('_', ' ').trim();
}
