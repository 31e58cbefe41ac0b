import { thinRuns } from '../../../../views/rate-words.ts';
import { sortedRows } from '../../../../views/sorted-grid.ts';
import type { RateCell, RateGrid, RateTone } from '../../../../views/view-props.ts';
import type { FacetName, Matrix } from '../../../api.ts';

export interface NamedGrid {
  grid: RateGrid;
  /** Facet values in the order of the grid. */
  rowNames: string[];
  columnNames: string[];
}

/** Converts a matrix for drawing: rows in which the columns differ most first, then those with the highest rates. */
export function gridOf(
  matrix: Matrix,
  { heading, rows, columns, shown }: { heading: string; rows: FacetName; columns: FacetName; shown: RateTone },
  wordsOf: (facet: FacetName, value: string) => string,
): NamedGrid {
  const byRate = sortedRows(
    matrix.rows.map((name, index) => ({
      name,
      label: wordsOf(rows, name),
      cells: (matrix.cells[index] ?? []).map((cell) => (cell === null ? null : { runs: cell.runs, rate: cell[shown] })),
    })),
  );
  const sorted = byRate.toSorted((a, b) => spread(b.cells) - spread(a.cells));
  return {
    grid: { heading, columns: matrix.columns.map((name) => wordsOf(columns, name)), rows: sorted },
    rowNames: sorted.map(({ name }) => name),
    columnNames: matrix.columns,
  };
}

/** The largest difference between two cells with enough runs, else between any two. */
function spread(cells: readonly RateCell[]): number {
  const enough = cells.filter((cell) => !isThin(cell));
  const rates = (enough.length > 1 ? enough : cells).flatMap((cell) => cell?.rate.rate ?? []);
  return rates.length < 2 ? 0 : Math.max(...rates) - Math.min(...rates);
}

/** Too few runs to read a rate from. */
const isThin = (cell: RateCell): boolean => (cell?.rate.n ?? 0) < thinRuns;

/** Splits the rows into those with a cell that has enough runs, and the rest. */
export function splitThinRows({ grid, rowNames, columnNames }: NamedGrid): { read: NamedGrid; thin: NamedGrid } {
  const part = (isPart: (cells: readonly RateCell[]) => boolean): NamedGrid => {
    const kept = grid.rows.flatMap(({ cells }, index) => (isPart(cells) ? [index] : []));
    return {
      grid: { ...grid, rows: kept.flatMap((index) => grid.rows[index] ?? []) },
      rowNames: kept.flatMap((index) => rowNames[index] ?? []),
      columnNames,
    };
  };
  return { read: part((cells) => !cells.every(isThin)), thin: part((cells) => cells.every(isThin)) };
}
