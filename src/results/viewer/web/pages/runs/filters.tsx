import { count } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { FacetName, FacetValue, RunList, ViewerState } from '../../../api.ts';
import { Menu } from '../../parts/menu.tsx';
import { isNarrow } from '../../shell/narrow.ts';
import { place, setQuery } from '../../shell/router.ts';
import { QueryField } from './query-field.tsx';
import { SavedFilters } from './saved-filters.tsx';

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

const mainFacets: ReadonlySet<FacetName> = new Set(['model', 'category', 'application', 'vector', 'goal']);

/** In display order. */
const chips: { id: string; title: string; name: string; value: string; tone?: string }[] = [
  { id: 'unsafe', title: 'Unsafe', name: 'safety', value: 'unsafe', tone: 'unsafe' },
  { id: 'safe', title: 'Safe', name: 'safety', value: 'safe', tone: 'safe' },
  { id: 'none', title: 'No verdict', name: 'state', value: 'undecided' },
  { id: 'fixed', title: 'Slip, then fixed', name: 'harm', value: 'fixed' },
  { id: 'undone', title: 'Not done or refused', name: 'completed', value: 'no' },
  { id: 'changed', title: 'Changed since the last sweep', name: 'change', value: 'any' },
  { id: 'error', title: 'Error', name: 'state', value: 'error', tone: 'warn' },
  { id: 'unfinished', title: 'Unfinished', name: 'state', value: 'unfinished' },
  { id: 'rerun', title: 'Rerun', name: 'state', value: 'rerun' },
  { id: 'damaged', title: 'Damaged', name: 'state', value: 'damaged', tone: 'warn' },
  { id: 'doubtful', title: 'Doubtful', name: 'state', value: 'doubtful', tone: 'warn' },
  { id: 'branch', title: 'Branch', name: 'state', value: 'branch' },
];

/** Other URL parameters only affect the display. */
export const filterNames = [
  'q',
  'judge',
  'safety',
  'completed',
  'change',
  'state',
  'tag',
  ...facets.map((facet) => facet.name),
];

export function filtersOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

/** The state is in the URL. Facets with a single value are hidden. */
export function Filters({ state, list = null }: { state: ViewerState | null; list?: RunList | null }) {
  const { query } = place.value;
  const isSet = filterNames.some((name) => query.has(name));
  const values = (name: FacetName) => state?.facets[name] ?? [];
  const shown = facets.filter(({ name }) => values(name).length > 1 || query.has(name));
  const hasMenu = ({ name }: { name: FacetName }) => !isNarrow.value && mainFacets.has(name);
  const main = shown.filter(hasMenu);
  const more = shown.filter((facet) => !hasMenu(facet));
  const judges = state?.judges ?? [];
  return (
    <search class="filters" aria-label="Filter runs">
      <div class="filter-line">
        <QueryField state={state} />
        {main.map((facet) => (
          <FacetMenu key={facet.name} {...facet} values={values(facet.name)} within={list?.facets[facet.name]} />
        ))}
        {more.length > 0 && (
          <Menu title={isNarrow.value ? 'Filters' : 'More'} isSet={more.some(({ name }) => query.has(name))}>
            {more.map((facet) => (
              <section key={facet.name}>
                <h3 class="label">{facet.title}</h3>
                <Values {...facet} values={values(facet.name)} within={list?.facets[facet.name]} />
              </section>
            ))}
          </Menu>
        )}
        {judges.length > 1 && (
          <Menu title={<Chosen title="Verdicts by" value={query.get('judge')} />} isSet={query.has('judge')}>
            {judges.map((judge) => (
              <Value key={judge.name} name="judge" value={judge.name} count={judge.count} />
            ))}
          </Menu>
        )}
        <SavedFilters names={filterNames} filters={filtersOf(query)} />
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
      {list !== null && <Chips counts={list.chips} tags={list.tags} />}
    </search>
  );
}

function Chips({ counts, tags }: { counts: RunList['chips']; tags: RunList['tags'] }) {
  const { query } = place.value;
  return (
    <fieldset class="filter-chips" aria-label="Filters of one press">
      {chips.map(({ id, title, name, value, tone = '' }) => {
        const isOn = query.get(name) === value;
        const runs = counts[id] ?? 0;
        return runs === 0 && !isOn ? null : (
          <button
            key={id}
            type="button"
            class={`badge ${tone}`}
            aria-pressed={isOn}
            onClick={() => setQuery({ [name]: isOn ? null : value })}
          >
            {title} <span class="number">{count(runs)}</span>
          </button>
        );
      })}
      {tags.map(({ value, count: runs }) => {
        const isOn = query.get('tag') === value;
        return (
          <button
            key={`tag ${value}`}
            type="button"
            class="badge"
            aria-pressed={isOn}
            onClick={() => setQuery({ tag: isOn ? null : value })}
          >
            {visibleLabel(value)} <span class="number">{count(runs)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface FacetValues {
  name: FacetName;
  title: string;
  /** Counted over all runs. */
  values: readonly FacetValue[];
  /** Counted over the filtered runs. */
  within: readonly FacetValue[] | undefined;
}

function FacetMenu(facet: FacetValues) {
  const chosen = place.value.query.get(facet.name);
  const words = facet.values.find(({ value }) => value === chosen)?.words;
  return (
    <Menu title={<Chosen title={facet.title} value={words ?? chosen} />} isSet={chosen !== null}>
      <Values {...facet} />
    </Menu>
  );
}

function Chosen({ title, value }: { title: string; value: string | null }) {
  return value === null ? (
    <>{title}</>
  ) : (
    <span class="menu-title">
      {title}: {visibleLabel(value)}
    </span>
  );
}

/** Counts reflect the other filters unless a value is selected. */
function Values({ name, values, within }: FacetValues) {
  const chosen = place.value.query.get(name);
  const counts =
    chosen === null && within !== undefined ? new Map(within.map((item) => [item.value, item.count])) : null;
  const shown = values
    .map((item) => ({ ...item, count: counts === null ? item.count : (counts.get(item.value) ?? 0) }))
    .filter((item) => item.count > 0 || item.value === chosen)
    .toSorted((a, b) => b.count - a.count);
  const isKnown = chosen === null || shown.some((item) => item.value === chosen);
  return (
    <>
      {!isKnown && chosen !== null && <Value name={name} value={chosen} count={0} />}
      {shown.map((item) => (
        <Value key={item.value} name={name} {...item} />
      ))}
    </>
  );
}

function Value({ name, value, count: runs, words = value }: FacetValue & { name: string }) {
  const isOn = place.value.query.get(name) === value;
  return (
    <button type="button" aria-pressed={isOn} onClick={() => setQuery({ [name]: isOn ? null : value })}>
      <span title={visibleLabel(value)}>{visibleLabel(words)}</span> <span class="number soft">{count(runs)}</span>
    </button>
  );
}
