import type { FacetName, ViewerState } from '../../../api.ts';
import { place, setQuery } from '../../shell/router.ts';
import { visibleLine } from '../../text/visible.ts';
import { QueryField } from './query-field.tsx';

const facets: { name: FacetName; title: string }[] = [
  { name: 'sweep', title: 'Sweep' },
  { name: 'model', title: 'Model' },
  { name: 'category', title: 'Category' },
  { name: 'application', title: 'Application' },
  { name: 'vector', title: 'Vector' },
  { name: 'goal', title: 'Goal' },
  { name: 'aim', title: 'Aim' },
  { name: 'style', title: 'Style' },
  { name: 'language', title: 'Language' },
  { name: 'visibility', title: 'Visibility' },
  { name: 'outcome', title: 'Outcome' },
  { name: 'harm', title: 'Harm' },
  { name: 'exposure', title: 'Exposure' },
  { name: 'blame', title: 'Error by' },
  { name: 'profile', title: 'Profile' },
];

const fixed = [
  { name: 'safety', title: 'Safety', values: ['unsafe', 'safe', 'none'] },
  { name: 'completed', title: 'Completed', values: ['yes', 'no', 'none'] },
];

/** Names of parameters that choose runs; the rest of a query is about how they are shown. */
export const filterNames = ['q', 'judge', ...fixed.map((item) => item.name), ...facets.map((facet) => facet.name)];

/** The parameters of an address that choose runs. */
export function filtersOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

/** Filters of runs; all of them stand in the address. A facet with one value only is left out. */
export function Filters({ state }: { state: ViewerState | null }) {
  const { query } = place.value;
  const isSet = filterNames.some((name) => query.has(name));
  return (
    <search class="filters" aria-label="Filter runs">
      <QueryField state={state} />
      <div class="choices">
        {fixed.map(({ name, title, values }) => (
          <Choice key={name} name={name} title={title} values={values.map((value) => ({ value, count: null }))} />
        ))}
        {facets.map(({ name, title }) => {
          const values = state?.facets[name] ?? [];
          return values.length < 2 && !query.has(name) ? null : (
            <Choice key={name} name={name} title={title} values={values} />
          );
        })}
        {(state?.judges.length ?? 0) > 1 && (
          <Choice
            name="judge"
            title="Verdicts of"
            values={(state?.judges ?? []).map((judge) => ({ value: judge.name, count: judge.count }))}
            all="the default judge"
          />
        )}
        {isSet && (
          <button
            type="button"
            class="button plain"
            onClick={() => setQuery(Object.fromEntries(filterNames.map((name) => [name, null])))}
          >
            Clear
          </button>
        )}
      </div>
    </search>
  );
}

function Choice({
  name,
  title,
  values,
  all = 'all',
}: {
  name: string;
  title: string;
  values: { value: string; count: number | null }[];
  all?: string;
}) {
  const chosen = place.value.query.get(name) ?? '';
  const isKnown = chosen === '' || values.some((value) => value.value === chosen);
  return (
    <label class={`choice ${chosen === '' ? '' : 'set'}`}>
      <span>{title}</span>
      <select value={chosen} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        <option value="">{all}</option>
        {!isKnown && <option value={chosen}>{visibleLine(chosen)}</option>}
        {values.map((value) => (
          <option key={value.value} value={value.value}>
            {visibleLine(value.value)}
            {value.count === null ? '' : ` (${value.count})`}
          </option>
        ))}
      </select>
    </label>
  );
}
