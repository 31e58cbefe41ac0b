import type { Matrix } from '../../../api.ts';
import { count, percent } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { Filters, filtersOf } from '../runs/filters.tsx';

const pairs = [
  { id: 'vector-goal', rows: 'vector', columns: 'goal', title: 'Vector × goal' },
  { id: 'category-application', rows: 'category', columns: 'application', title: 'Category × application' },
] as const;

type Shown = 'unsafe' | 'completed';

/** Rates by two properties of the runs; a cell opens its runs. */
export function MatrixPage() {
  const { query } = place.value;
  const filters = filtersOf(query);
  const shown: Shown = query.get('show') === 'completed' ? 'completed' : 'unsafe';
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
        <p class="soft">
          Rate, runs with a verdict, 95 % interval. The stronger the colour, the higher; a cell opens its runs.
        </p>
      </div>
      <Filters state={state.value} />
      <Provenance />
      {pairs.map((pair) => (
        <OneMatrix
          key={pair.id}
          rows={pair.rows}
          columns={pair.columns}
          title={pair.title}
          filters={filters}
          shown={shown}
        />
      ))}
    </div>
  );
}

function OneMatrix({
  rows,
  columns,
  title,
  filters,
  shown,
}: {
  rows: string;
  columns: string;
  title: string;
  filters: Record<string, string>;
  shown: Shown;
}) {
  const data = useData<Matrix>(address('/api/matrix', { ...filters, rows, columns }), listVersion.value);
  return (
    <section class="matrix" aria-label={title}>
      <h2>
        {title}{' '}
        {data.value?.judge != null && (
          <span class="soft">
            by <Text text={data.value.judge} />
          </span>
        )}
      </h2>
      {data.value === null ? (
        <Waiting data={data} what="The matrix" />
      ) : data.value.rows.length === 0 ? (
        <Notice>No run has a {rows} here.</Notice>
      ) : (
        <Cells of={data.value} rows={rows} columns={columns} filters={filters} shown={shown} />
      )}
    </section>
  );
}

function Cells({
  of,
  rows,
  columns,
  filters,
  shown,
}: {
  of: Matrix;
  rows: string;
  columns: string;
  filters: Record<string, string>;
  shown: Shown;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls matrix-box" tabIndex={0} aria-label={`${rows} by ${columns}`}>
      <table class={`matrix-table ${shown}`}>
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
              {of.columns.map((column, at) => {
                const cell = of.cells[index]?.[at] ?? null;
                return (
                  <Cell
                    key={column}
                    of={cell}
                    shown={shown}
                    href={address('/', { ...filters, [rows]: row, [columns]: column })}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ of, shown, href }: { of: Matrix['cells'][number][number]; shown: Shown; href: string }) {
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

/** Names break at their underscores. */
function words(name: string): string {
  return name.replaceAll('_', ' ').trim();
}
