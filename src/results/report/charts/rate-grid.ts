import type { Proportion } from '../../../base/statistics/wilson.ts';
import { sortedRows } from '../../views/sorted-grid.ts';
import type { RateGrid } from '../../views/view-props.ts';
import type { ChartData } from './chart.ts';

/** Arranges items by row and column. Rows without runs are skipped, and the highest pooled rate is first. */
export function rateGrid<T>(
  heading: string,
  columns: readonly string[],
  items: readonly T[],
  {
    label,
    key = label,
    column,
    rate,
  }: {
    label: (item: T) => string;
    /** Distinguishes rows that share a label. */
    key?: (item: T) => string;
    column: (item: T) => string;
    rate: (item: T) => Proportion;
  },
): RateGrid {
  const rows = [...Map.groupBy(items, key).values()].map((list) => ({
    label: list[0] === undefined ? '' : label(list[0]),
    cells: columns.map((name) => {
      const found = list.find((item) => column(item) === name);
      return found === undefined ? null : { runs: rate(found).n, rate: rate(found) };
    }),
  }));
  const known = rows.filter(({ cells }) => cells.some((cell) => cell !== null && cell.rate.n > 0));
  return { heading, columns, rows: sortedRows(known.toSorted((a, b) => runsOf(b) - runsOf(a))) };
}

const runsOf = ({ cells }: RateGrid['rows'][number]): number =>
  cells.reduce((total, cell) => total + (cell?.rate.n ?? 0), 0);

/** Crops a grid to its first rows and columns. */
export function partOfGrid(grid: RateGrid, rows: number, columns: number): RateGrid {
  return {
    heading: grid.heading,
    columns: grid.columns.slice(0, columns),
    rows: grid.rows.slice(0, rows).map((row) => ({ ...row, cells: row.cells.slice(0, columns) })),
  };
}

/** The grid's columns must be agents. */
export const gridData = (grid: RateGrid): ChartData => ({
  columns: ['row', 'agent', 'count', 'n', 'rate', 'low', 'high'],
  rows: grid.rows.flatMap(({ label, cells }) =>
    cells.flatMap((cell, at) =>
      cell === null || cell.rate.n === 0 ? [] : [[label, grid.columns[at] ?? '', ...rateCells(cell.rate)]],
    ),
  ),
});

export const rateCells = ({ count, n, rate, low, high }: Proportion): (number | null)[] => [count, n, rate, low, high];
