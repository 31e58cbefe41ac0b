import type { Matrix } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { FindText } from '../index/text-fields.ts';
import { facets, filtered, isFacet, measured } from './filters.ts';
import { chosenJudge } from './judge-choice.ts';
import { ratesOf } from './run-list.ts';

/** Runs without a value for both facets are skipped. */
export function matrixOf(all: readonly IndexedRun[], query: URLSearchParams, findText?: FindText): Matrix {
  const judge = chosenJudge(all, query.get('judge'));
  const [down, across] = [facetOr(query.get('rows'), 'vector'), facetOr(query.get('columns'), 'goal')];
  const cells = new Map<string, Map<string, IndexedRun[]>>();
  const columns = new Set<string>();
  for (const run of measured(filtered(all, query, judge, findText))) {
    const [row, column] = [facets[down](run), facets[across](run)];
    if (row === null || column === null) continue;
    columns.add(column);
    const line = cells.get(row) ?? new Map<string, IndexedRun[]>();
    const cell = line.get(column);
    if (cell === undefined) line.set(column, [run]);
    else cell.push(run);
    cells.set(row, line);
  }
  const [rows, heads] = [[...cells.keys()].sort(), [...columns].sort()];
  return {
    judge,
    rows,
    columns: heads,
    cells: rows.map((row) =>
      heads.map((column) => {
        const runs = cells.get(row)?.get(column);
        return runs === undefined ? null : { runs: runs.length, ...ratesOf(runs, judge) };
      }),
    ),
  };
}

function facetOr<T extends string>(name: string | null, otherwise: T) {
  return name !== null && isFacet(name) ? name : otherwise;
}
