import type { ComponentChildren } from 'preact';
import { count, percent } from '../../../../views/numbers.ts';
import type { FacetName, Matrix } from '../../../api.ts';
import { facetWords } from '../../parts/facet-words.ts';
import { Text } from '../../text/text.tsx';

export type Shown = 'unsafe' | 'completed';
export type MatrixCell = Matrix['cells'][number][number];

export function MatrixTable({
  of,
  rows,
  columns,
  shown,
  cell,
}: {
  of: Pick<Matrix, 'rows' | 'columns' | 'cells'>;
  rows: FacetName;
  columns: FacetName;
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
                <Text text={facetWords(columns, column)} limit={120} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, index) => (
            <tr key={row}>
              <th scope="row">
                <Text text={facetWords(rows, row)} limit={120} />
              </th>
              {of.columns.map((column, at) => cell(of.cells[index]?.[at] ?? null, row, column))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Cells with fewer runs than this are hatched, and dots hollow. */
export const thin = 5;

export function Rated({ of, shown, href }: { of: MatrixCell; shown: Shown; href: string }) {
  if (of === null) return <td class="empty" />;
  const rate = of[shown];
  const share = shareOf(of, shown);
  const interval =
    rate.low === null || rate.high === null
      ? ''
      : `, 95 % interval ${Math.round(rate.low * 100)} to ${Math.round(rate.high * 100)} %`;
  const figures =
    share === null
      ? `${count(of.runs)} without verdict`
      : `${count(rate.count)} of ${count(rate.n)} ${shown}${interval}`;
  return (
    <td class={`shade-${share === null ? 'none' : Math.ceil(share * 5)} ${rate.n < thin ? 'thin' : ''}`}>
      <a href={href} title={figures}>
        <span class="unseen">{figures}</span>
        <span class="number" aria-hidden="true">
          {share === null ? '–' : rate.n < thin ? `${count(rate.count)}/${count(rate.n)}` : percent(share)}
        </span>
      </a>
    </td>
  );
}

export const shareOf = (of: MatrixCell, shown: Shown): number | null => of?.[shown].rate ?? null;

/** Sorts the rows by pooled rate, highest first, and the columns too unless `keepsColumns` is set. */
export function byEffect(of: Matrix, shown: Shown, keepsColumns = false): Matrix {
  const pooled = (cells: readonly MatrixCell[]): number => {
    const sum = (field: 'count' | 'n'): number => cells.reduce((total, cell) => total + (cell?.[shown][field] ?? 0), 0);
    return sum('n') === 0 ? -1 : sum('count') / sum('n');
  };
  const order = (count: number, cellsOf: (index: number) => MatrixCell[]): number[] =>
    Array.from({ length: count }, (_, index) => ({ index, share: pooled(cellsOf(index)) }))
      .sort((a, b) => b.share - a.share || a.index - b.index)
      .map(({ index }) => index);
  const rows = order(of.rows.length, (row) => of.cells[row] ?? []);
  const columns = keepsColumns
    ? of.columns.map((_, index) => index)
    : order(of.columns.length, (column) => of.cells.map((line) => line[column] ?? null));
  return {
    ...of,
    rows: rows.map((row) => of.rows[row] ?? ''),
    columns: columns.map((column) => of.columns[column] ?? ''),
    cells: rows.map((row) => columns.map((column) => of.cells[row]?.[column] ?? null)),
  };
}
