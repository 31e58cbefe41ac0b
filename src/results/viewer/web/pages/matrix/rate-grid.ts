import { sortedRows } from '../../../../views/sorted-grid.ts';
import type { RateGrid, RateTone } from '../../../../views/view-props.ts';
import type { FacetName, Matrix } from '../../../api.ts';
import { facetWords } from '../../parts/facet-words.ts';

/**
 * Converts a matrix for drawing, rows with the highest rates first. Names are facet values in the order of the grid.
 */
export function gridOf(
  matrix: Matrix,
  { heading, rows, columns, shown }: { heading: string; rows: FacetName; columns: FacetName; shown: RateTone },
): { grid: RateGrid; rowNames: string[]; columnNames: string[] } {
  const sorted = sortedRows(
    matrix.rows.map((name, index) => ({
      name,
      label: facetWords(rows, name),
      cells: (matrix.cells[index] ?? []).map((cell) => (cell === null ? null : { runs: cell.runs, rate: cell[shown] })),
    })),
  );
  return {
    grid: { heading, columns: matrix.columns.map((name) => facetWords(columns, name)), rows: sorted },
    rowNames: sorted.map(({ name }) => name),
    columnNames: matrix.columns,
  };
}
