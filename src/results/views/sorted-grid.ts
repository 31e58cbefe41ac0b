import type { RateCell, RateGrid } from './view-props.ts';

/** The rows with the highest pooled rate first. */
export function sortedRows<Row extends { cells: readonly RateCell[] }>(rows: readonly Row[]): Row[] {
  return inOrder(rows, ({ cells }) => pooledRate(cells));
}

/** The columns with the highest pooled rate first. */
export function sortedColumns(grid: RateGrid): { grid: RateGrid; order: number[] } {
  const order = inOrder([...grid.columns.keys()], (at) => pooledRate(grid.rows.map(({ cells }) => cells[at] ?? null)));
  return {
    grid: {
      ...grid,
      columns: order.map((at) => grid.columns[at] ?? ''),
      rows: grid.rows.map((row) => ({ ...row, cells: order.map((at) => row.cells[at] ?? null) })),
    },
    order,
  };
}

function inOrder<T>(items: readonly T[], rate: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, rate: rate(item) }))
    .sort((a, b) => b.rate - a.rate)
    .map(({ item }) => item);
}

/** -1 without runs. */
function pooledRate(cells: readonly RateCell[]): number {
  const sum = (field: 'count' | 'n'): number => cells.reduce((total, cell) => total + (cell?.rate[field] ?? 0), 0);
  return sum('n') === 0 ? -1 : sum('count') / sum('n');
}
