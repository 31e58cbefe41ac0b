import type { Matrix } from '../../../api.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { visibleLine } from '../../text/visible.ts';
import { Filters, filtersOf } from '../runs/filters.tsx';
import { Difference, type MatrixCell, MatrixTable, Rated, type Shown } from './matrix-table.tsx';

const pairs = [
  { id: 'vector-goal', rows: 'vector', columns: 'goal', title: 'Vector × goal' },
  { id: 'vector-visibility', rows: 'vector', columns: 'visibility', title: 'Vector × visibility' },
  { id: 'aim-language', rows: 'aim', columns: 'language', title: 'Aim × language' },
  { id: 'category-application', rows: 'category', columns: 'application', title: 'Category × application' },
] as const;
/** Blocks that say nothing where all runs are alike. */
const isTold = ({ columns }: (typeof pairs)[number]): boolean =>
  (columns !== 'visibility' && columns !== 'language') || (state.value?.facets[columns].length ?? 0) > 1;
/** Models with a block of their own; more are reached by the filter. */
const mostModels = 12;

/** Rates by two properties of the runs, each model in a block of its own, or the difference of two; a cell opens its runs. */
export function MatrixPage() {
  const { query } = place.value;
  const filters = filtersOf(query);
  const shown: Shown = query.get('show') === 'completed' ? 'completed' : 'unsafe';
  const known = (state.value?.facets.model ?? []).map((item) => item.value);
  const models = filters.model === undefined ? known : [filters.model];
  const [left, right] = [query.get('left'), query.get('right')];
  useKeys('Matrix', [
    { key: 'r', does: 'unsafe or completed', run: () => setQuery({ show: shown === 'unsafe' ? 'completed' : null }) },
  ]);
  return (
    <div class="page">
      <div class="page-head">
        <h1>Matrix</h1>
        <fieldset class="group" aria-label="Which rate">
          <button
            type="button"
            class="button"
            aria-pressed={shown === 'unsafe'}
            onClick={() => setQuery({ show: null })}
          >
            Unsafe
          </button>
          <button
            type="button"
            class="button"
            aria-pressed={shown === 'completed'}
            onClick={() => setQuery({ show: 'completed' })}
          >
            Completed
          </button>
        </fieldset>
        {known.length > 1 && (
          <fieldset class="group difference" aria-label="Difference of two models">
            <ModelChoice name="left" title="Model" models={known} />
            <ModelChoice name="right" title="minus" models={known} />
          </fieldset>
        )}
        <p class="soft">
          Rate, runs with a verdict, 95 % interval. The stronger the colour, the higher; a cell opens its runs.
        </p>
      </div>
      <Filters state={state.value} />
      <Provenance />
      {left !== null && right !== null
        ? pairs
            .filter(isTold)
            .map((pair) => (
              <DifferenceOf key={pair.id} {...pair} filters={filters} shown={shown} left={left} right={right} />
            ))
        : models
            .slice(0, mostModels)
            .flatMap((model) =>
              pairs
                .filter(isTold)
                .map((pair) => (
                  <OneMatrix key={`${model} ${pair.id}`} {...pair} model={model} filters={filters} shown={shown} />
                )),
            )}
      {models.length > mostModels && left === null && (
        <Notice>{models.length - mostModels} more models: choose one above.</Notice>
      )}
    </div>
  );
}

function ModelChoice({ name, title, models }: { name: 'left' | 'right'; title: string; models: readonly string[] }) {
  const chosen = place.value.query.get(name) ?? '';
  return (
    <label class={`choice ${chosen === '' ? '' : 'set'}`}>
      <span>{title}</span>
      <select value={chosen} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        <option value="">–</option>
        {models.map((model) => (
          <option key={model} value={model}>
            {visibleLine(model)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Block {
  rows: 'vector' | 'category' | 'aim';
  columns: 'goal' | 'application' | 'visibility' | 'language';
  title: string;
  filters: Record<string, string>;
  shown: Shown;
}

const useMatrix = (model: string, { filters, rows, columns }: Block) =>
  useData<Matrix>(address('/api/matrix', { ...filters, model, rows, columns }), listVersion.value);

function OneMatrix({ model, ...block }: Block & { model: string }) {
  const { rows, columns, title, filters, shown } = block;
  const data = useMatrix(model, block);
  return (
    <section class="matrix" aria-label={`${title}: ${visibleLine(model)}`}>
      <h2>
        <Text text={model} />: {title}{' '}
        {data.value?.judge != null && (
          <span class="soft">
            by <Text text={data.value.judge} />
          </span>
        )}
      </h2>
      {data.value === null ? (
        <Waiting data={data} what="The matrix" />
      ) : data.value.rows.length === 0 ? (
        <Notice>No run of this model has a {rows}.</Notice>
      ) : (
        <MatrixTable
          of={data.value}
          rows={rows}
          columns={columns}
          shown={shown}
          cell={(cell, row, column) => (
            <Rated
              key={column}
              of={cell}
              shown={shown}
              href={address('/runs', { ...filters, model, [rows]: row, [columns]: column })}
            />
          )}
        />
      )}
    </section>
  );
}

function DifferenceOf({ left, right, ...block }: Block & { left: string; right: string }) {
  const { rows, columns, title, shown } = block;
  const [a, b] = [useMatrix(left, block), useMatrix(right, block)];
  const label = `${title}: ${visibleLine(left)} minus ${visibleLine(right)}`;
  if (a.value === null || b.value === null) return <Waiting data={a.value === null ? a : b} what="The matrix" />;
  const [matrix, other] = [a.value, b.value];
  const merged = {
    rows: [...new Set([...matrix.rows, ...other.rows])].sort(),
    columns: [...new Set([...matrix.columns, ...other.columns])].sort(),
  };
  const cellOf = (of: Matrix, row: string, column: string): MatrixCell =>
    of.cells[of.rows.indexOf(row)]?.[of.columns.indexOf(column)] ?? null;
  return (
    <section class="matrix" aria-label={label}>
      <h2>
        <Text text={label} />
      </h2>
      <p class="soft">
        Percentage points. Cells are small: `osharm compare` tests whether a difference is significant.
      </p>
      <MatrixTable
        of={{ ...merged, cells: [] }}
        rows={rows}
        columns={columns}
        shown={shown}
        cell={(_, row, column) => (
          <Difference key={column} a={cellOf(matrix, row, column)} b={cellOf(other, row, column)} shown={shown} />
        )}
      />
    </section>
  );
}
