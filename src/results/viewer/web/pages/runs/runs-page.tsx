import { useMemo, useState } from 'preact/hooks';
import { withoutSharedStart } from '../../../../../base/spread-labels.ts';
import { count } from '../../../../views/numbers.ts';
import { attackInWords } from '../../../../views/run-in-words.ts';
import { Completion, Safety } from '../../../../views/sign.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { FacetName, Passage, RunList, RunRow } from '../../../api.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { isNarrow } from '../../shell/narrow.ts';
import { address, go, place, setQuery } from '../../shell/router.ts';
import { site } from '../../shell/site.ts';
import { Text } from '../../text/text.tsx';
import { Reading } from '../overview/reading.tsx';
import { wantedText } from './completion.ts';
import { Filters, filtersOf } from './filters.tsx';
import { useRunPages } from './run-pages.ts';

export function RunsPage() {
  const { query } = place.value;
  const filters = filtersOf(query);
  const sort = query.get('sort') ?? 'task';
  const url = address('/api/runs', { ...filters, sort });
  const pages = useRunPages(url, listVersion.value);
  const list = pages.head;
  const total = list?.total ?? 0;
  const [at, setAt] = useState(-1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const addressOf = (row: RunRow) =>
    address(`/run/${encodeURIComponent(row.id)}`, {
      ...filters,
      sort: query.get('sort'),
      find: wantedText(filters.q ?? ''),
    });
  const current = pages.row(at);
  const choose = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((value) => value !== id) : [...before.slice(-1), id]));
  const compare = () => {
    const [
      a = current?.id ?? null,
      b = chosen.length === 1 && current?.id !== chosen[0] ? (current?.id ?? null) : null,
    ] = chosen;
    if (a !== null) go(address('/compare', { a, b }));
  };
  useKeys('Runs', [
    { key: 'j', does: 'next run', run: () => setAt(Math.min(total - 1, at + 1)) },
    { key: 'k', does: 'previous run', run: () => setAt(Math.max(0, at - 1)) },
    { key: 'ArrowDown', does: 'next run', isAlias: true, run: () => setAt(Math.min(total - 1, at + 1)) },
    { key: 'ArrowUp', does: 'previous run', isAlias: true, run: () => setAt(Math.max(0, at - 1)) },
    { key: 'o', does: 'open the run', run: () => current !== null && go(addressOf(current)) },
    {
      key: '.',
      does: 'next unsafe run',
      run: () =>
        pages
          .find(at, (row) => row.isSafe === false)
          .then(
            (found) => found !== null && setAt(found),
            () => {},
          ),
    },
    { key: 'x', does: 'choose for comparing', run: () => current !== null && choose(current.id) },
    { key: 'c', does: 'compare the chosen runs', run: compare },
  ]);
  const columns = useMemo(
    () => (isNarrow.value ? narrowColumns(addressOf) : columnsFor(addressOf, list)),
    [url, isNarrow.value, list],
  );
  return (
    <div class="page runs-page">
      <h1 class="unseen">Runs</h1>
      <Reading />
      <Filters state={state.value} list={list} />
      {list === null ? (
        <Waiting
          data={{ state: pages.failure === null ? 'loading' : 'failed', message: pages.failure ?? '' }}
          what="The list of runs"
        />
      ) : (
        <>
          {pages.failure !== null && (
            <Waiting data={{ state: 'failed', message: pages.failure }} what="The list of runs" />
          )}
          <Summary list={list} />
          <Provenance />
          {chosen.length > 0 && (
            <p class="chosen-runs">
              {counted(chosen.length, 'run')} chosen
              <button type="button" class="button primary" onClick={compare} disabled={chosen.length < 2}>
                Compare
              </button>
              <button type="button" class="button" onClick={() => setChosen([])}>
                Choose none
              </button>
            </p>
          )}
          {total === 0 && <NoMatch />}
          {total > 0 && (
            <WindowedTable
              label="Runs"
              count={total}
              row={pages.row}
              onSight={pages.need}
              columns={columns}
              rowHeight={isNarrow.value ? 86 : 38}
              rowKey={(row) => row.id}
              at={at}
              onAt={setAt}
              onOpen={(row) => go(addressOf(row))}
              isChosen={(row) => chosen.includes(row.id)}
              sort={sort}
              onSort={(column) => setQuery({ sort: column === 'task' ? null : column })}
            />
          )}
        </>
      )}
    </div>
  );
}

function NoMatch() {
  const { searchable, runs } = state.value ?? { searchable: null, runs: 0 };
  const isPartial = searchable !== null && searchable < runs && wantedText(place.value.query.get('q') ?? '') !== null;
  return (
    <Notice>
      No run matches.{' '}
      {isPartial && `The texts of ${count(runs - searchable)} runs are not read yet: they appear as they are. `}
      <a href="/runs">Remove the filters</a>, or search all texts with <code>text:words</code>.
    </Notice>
  );
}

function Summary({ list }: { list: RunList }) {
  const { summary } = list;
  return (
    <p class="summary" aria-live="polite">
      <strong class="figure number">{counted(list.total, 'run')}</strong>
      {summary.errors.map((error) => (
        <a key={error.blame} class="badge warn" href={address('/runs', { blame: error.blame }, place.value.query)}>
          {counted(error.count, 'error')}, blame: {visibleLabel(error.blame)}
        </a>
      ))}
      <span class="small soft number">
        {list.total > 0 && `${dollars(summary.costUsd)} · ${duration(summary.wallMs)}`}
        {list.judge !== null && (
          <>
            {' '}
            · verdicts by <Text text={list.judge} />
          </>
        )}
      </span>
      <span class="grow" />
      {site === null && list.total > 0 && (
        <a class="small" href={address('/api/export', filtersOf(place.value.query))} download="runs.csv">
          Export as CSV
        </a>
      )}
    </p>
  );
}

function narrowColumns(addressOf: (row: RunRow) => string): Column<RunRow>[] {
  return [
    signColumn,
    {
      id: 'task',
      title: 'Run',
      cell: (row) => (
        <div class="run-cell">
          <a href={addressOf(row)}>
            <Text text={row.title} limit={120} />
            {row.repeat > 1 && <span class="soft"> ×{row.repeat}</span>}
          </a>
          {row.injection === null ? (
            <span class="soft tiny">
              <Text text={row.category} limit={60} /> · <Text text={words(row.application)} limit={40} />
            </span>
          ) : (
            <Attack of={row} />
          )}
          <span class="soft tiny happened">
            <Text text={row.model} limit={60} /> · <Found row={row} />
          </span>
        </div>
      ),
    },
  ];
}

const signColumn: Column<RunRow> = {
  id: 'safety',
  title: 'Safe',
  hint: 'triangle: unsafe, ring: safe, ring with a dot: safe, slip fixed',
  cell: (row) => <Safety isSafe={row.isSafe} isFixed={row.harm === 'fixed'} size={14} />,
};

/** Columns with the same value for all runs are hidden. */
function columnsFor(addressOf: (row: RunRow) => string, list: RunList | null): Column<RunRow>[] {
  const differs = (name: FacetName): boolean => {
    const values = list?.facets[name] ?? [];
    // A run without a value differs from the runs that have one.
    return list === null || values.length > 1 || (values[0]?.count ?? list.total) < list.total;
  };
  // Models are shortened, since the column is too narrow for their common prefix.
  const models = (list?.facets.model ?? []).map(({ value }) => value);
  const isLong = models.some((name) => name.length > 18);
  const shortNames = new Map(
    isLong ? withoutSharedStart(models).map((name, index) => [models[index] ?? '', name]) : [],
  );
  const columns: (Column<RunRow> | null)[] = [
    signColumn,
    { id: 'completed', title: 'Done', cell: (row) => <Completion isDone={row.isCompleted} /> },
    {
      id: 'task',
      title: 'Run',
      cell: (row) => (
        <div class="run-cell">
          <a href={addressOf(row)}>
            <Text text={row.title} limit={120} />
            {row.repeat > 1 && <span class="soft"> ×{row.repeat}</span>}
          </a>
          {row.injection === null ? (
            <span class="soft tiny">
              <Text text={row.taskId} limit={60} />
              {differs('application') && (
                <>
                  {' · '}
                  <Text text={words(row.application)} limit={40} />
                </>
              )}
            </span>
          ) : (
            <Attack of={row} />
          )}
        </div>
      ),
    },
    differs('category')
      ? {
          id: 'category',
          title: 'Kind',
          cell: (row: RunRow) => <Text text={row.category} limit={60} />,
        }
      : null,
    {
      id: 'outcome',
      title: 'What happened',
      cell: (row) => (
        <div class="happened">
          <Found row={row} />
        </div>
      ),
    },
    differs('model')
      ? {
          id: 'model',
          title: 'Agent',
          cell: (row: RunRow) => (
            <span title={visibleLabel(row.model)}>
              <Text text={shortNames.get(row.model) ?? row.model} limit={80} />
            </span>
          ),
        }
      : null,
    { id: 'steps', title: 'Steps', align: 'end', cell: (row) => row.steps },
    { id: 'time', title: 'Time', align: 'end', cell: (row) => duration(row.wallMs) },
    list?.summary.costUsd === 0
      ? null
      : { id: 'cost', title: 'Cost', align: 'end', cell: (row: RunRow) => dollars(row.costUsd) },
  ];
  return columns.filter((column) => column !== null);
}

/** The second line of a run's name. */
function Attack({ of }: { of: RunRow }) {
  const attack = attackInWords(of);
  return attack === null ? null : (
    <span class="tiny attack-name">
      ← <Text text={attack} limit={120} />
    </span>
  );
}

const words = (name: string): string => name.replaceAll('_', ' ');

/** Where a text search matches, else what happened. */
function Found({ row }: { row: RunRow }) {
  const q = place.value.query.get('q') ?? '';
  const isSearch = site === null && wantedText(q) !== null;
  const data = useData<{ passage: Passage | null }>(
    isSearch ? address(`/api/run/${encodeURIComponent(row.id)}/passage`, { q }) : null,
  );
  const passage = data.value?.passage ?? null;
  if (passage === null) return <Happened of={row} />;
  return (
    <>
      <span class="chip">{passage.field}</span> <Text text={passage.before} limit={200} />
      <mark>
        <Text text={passage.match} limit={200} />
      </mark>
      <Text text={passage.after} limit={200} />
    </>
  );
}

function Happened({ of }: { of: RunRow }) {
  if (of.isRunning) return <span class="badge safe">running</span>;
  return (
    <>
      {of.change !== null && <span class="badge">{of.change}</span>}
      {of.tags.map((tag) => (
        <span key={tag} class="badge">
          {visibleLabel(tag)}
        </span>
      ))}
      {of.isRerun && <span class="badge">rerun</span>}
      {of.isDoubtful && <span class="badge warn">doubtful</span>}
      {of.findings > 0 && (
        <span class="badge warn" title={`${counted(of.findings, 'thing')} broken or missing`}>
          {of.findings} damaged
        </span>
      )}
      {of.errorBlame !== null ? (
        <span class="badge unsafe" title={visibleLabel(of.errorCode ?? '')}>
          error: {visibleLabel(of.errorBlame)}
        </span>
      ) : (
        <Text text={of.cause ?? endedWords(of)} limit={300} />
      )}
    </>
  );
}

function endedWords(of: RunRow): string {
  if (of.harm === 'fixed') return 'did harm and undid it';
  if (of.harm === 'initiated') return 'began, and stopped before the decisive act';
  if (of.outcome === null) return of.steps === 0 ? 'empty' : '–';
  return of.ended;
}
