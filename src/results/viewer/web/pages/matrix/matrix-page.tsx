import { RateMatrix } from '../../../../views/rate-matrix.tsx';
import { RateRows } from '../../../../views/rate-rows.tsx';
import { thinRuns } from '../../../../views/rate-words.ts';
import { sortedColumns } from '../../../../views/sorted-grid.ts';
import type { RateTone } from '../../../../views/view-props.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { FacetName, Matrix } from '../../../api.ts';
import { counted } from '../../parts/amount.ts';
import { Exploratory } from '../../parts/exploratory.tsx';
import { facetWords } from '../../parts/facet-words.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { Filters, filtersOf } from '../runs/filters.tsx';
import { PairedRows } from './paired-rows.tsx';
import { gridOf, type NamedGrid, splitThinRows } from './rate-grid.ts';

const byAgent = [
  { rows: 'category', title: 'Category' },
  { rows: 'vector', title: 'Injection vector' },
  { rows: 'goal', title: 'Goal of the injected text' },
  { rows: 'application', title: 'Application' },
] as const;
const pairs = [
  { rows: 'vector', columns: 'goal', title: 'Vector × goal' },
  { rows: 'vector', columns: 'visibility', title: 'Vector × visibility' },
  { rows: 'aim', columns: 'language', title: 'Aim × language' },
  { rows: 'category', columns: 'application', title: 'Category × application' },
] as const;
/** A single visibility or language would make a one-column matrix. */
const saysSomething = ({ columns }: (typeof pairs)[number]): boolean =>
  (columns !== 'visibility' && columns !== 'language') || (state.value?.facets[columns].length ?? 0) > 1;
const mostModels = 12;
/** Shorter tables show rows with few runs too, as hollow dots. */
const mostOpenRows = 8;

export function MatrixPage() {
  const { query } = place.value;
  const filters = filtersOf(query);
  const shown: RateTone = query.get('show') === 'completed' ? 'completed' : 'unsafe';
  const known = (state.value?.facets.model ?? []).map((item) => item.value);
  const models = filters.model === undefined ? known : [filters.model];
  const [left, right] = [query.get('left'), query.get('right')];
  const pair = left !== null && right !== null && left !== right ? { left, right } : null;
  useKeys('Matrix', [
    { key: 'r', does: 'unsafe, or tasks done', run: () => setQuery({ show: shown === 'unsafe' ? 'completed' : null }) },
  ]);
  return (
    <div class="page matrix-page">
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
            Tasks done
          </button>
        </fieldset>
        {known.length > 1 && (
          <fieldset class="group difference" aria-label="Two agents">
            <ModelChoice name="left" title="Difference of" models={known} />
            <ModelChoice name="right" title="and" models={known} />
          </fieldset>
        )}
        <p class="soft">
          Where agents differ most comes first. Hollow dots and hatched cells have fewer than five runs with a verdict.
          Click a rate to open its runs.
        </p>
      </div>
      {state.value?.isExploratory === true && <Exploratory />}
      <Filters state={state.value} />
      <Provenance />
      {state.value?.isExploratory !== true &&
        byAgent.map((block) => <Agents key={block.rows} {...block} filters={filters} shown={shown} pair={pair} />)}
      {pair === null &&
        models
          .slice(0, mostModels)
          .flatMap((model) =>
            pairs
              .filter(saysSomething)
              .map((block) => (
                <OneMatrix key={`${model} ${block.title}`} {...block} model={model} filters={filters} shown={shown} />
              )),
          )}
      {models.length > mostModels && pair === null && (
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
      <select class="field" value={chosen} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        <option value="">{name === 'left' ? 'no pair' : 'choose two'}</option>
        {models.map((model) => (
          <option key={model} value={model}>
            {visibleLabel(model)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Block {
  title: string;
  filters: Record<string, string>;
  shown: RateTone;
}

function Agents({
  rows,
  title,
  filters,
  shown,
  pair,
}: Block & { rows: (typeof byAgent)[number]['rows']; pair: { left: string; right: string } | null }) {
  const data = useData<Matrix>(address('/api/matrix', { ...filters, rows, columns: 'model' }), listVersion.value);
  if (data.value === null) return <Waiting data={data} what="The matrix" />;
  const all = gridOf(data.value, { heading: title, rows, columns: 'model', shown }, facetWords);
  if (all.grid.rows.length === 0) return null;
  const { read, thin } = all.grid.rows.length > mostOpenRows ? splitThinRows(all) : { read: all, thin: null };
  const drawn = (part: NamedGrid) =>
    pair === null ? (
      <RateRows
        grid={part.grid}
        label={part === thin ? `${title}, few runs` : title}
        tone={shown}
        href={(row, agent) =>
          address('/runs', { ...filters, model: part.columnNames[agent] ?? '', [rows]: part.rowNames[row] ?? '' })
        }
      />
    ) : (
      <PairedRows grid={part.grid} columnNames={part.columnNames} shown={shown} {...pair} />
    );
  return (
    <section class="matrix" aria-label={`${title} by agent`}>
      <h2>{title}</h2>
      {read.grid.rows.length > 0 && drawn(read)}
      {thin !== null && thin.grid.rows.length > 0 && (
        <details>
          <summary class="soft">
            {counted(thin.grid.rows.length, 'row')} with fewer than {thinRuns} runs a cell
          </summary>
          {drawn(thin)}
        </details>
      )}
    </section>
  );
}

/** Folded if no cell has enough runs to read a rate from. */
function OneMatrix({
  model,
  rows,
  columns,
  title,
  filters,
  shown,
}: Block & { model: string; rows: FacetName; columns: FacetName }) {
  const data = useData<Matrix>(address('/api/matrix', { ...filters, model, rows, columns }), listVersion.value);
  if (data.value === null) return <Waiting data={data} what="The matrix" />;
  if (data.value.rows.length === 0) return null;
  const all = gridOf(data.value, { heading: `${rows} ╲ ${columns}`, rows, columns, shown }, facetWords);
  const sorted = sortedColumns(all.grid);
  const columnAt = (column: number): string => all.columnNames[sorted.order[column] ?? 0] ?? '';
  const isThin = splitThinRows(all).read.grid.rows.length === 0;
  return (
    <details class="matrix" open={!isThin} aria-label={`${title}: ${visibleLabel(model)}`}>
      <summary>
        <h2>
          <Text text={model} />: {title}
        </h2>{' '}
        {isThin && <span class="soft">fewer than {thinRuns} runs a cell</span>}
      </summary>
      <RateMatrix
        grid={sorted.grid}
        label={`${model}: ${title}`}
        tone={shown}
        href={(row, column) =>
          address('/runs', { ...filters, model, [rows]: all.rowNames[row] ?? '', [columns]: columnAt(column) })
        }
      />
    </details>
  );
}
