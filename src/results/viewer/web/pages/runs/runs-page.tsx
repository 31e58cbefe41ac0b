import { useMemo, useState } from 'preact/hooks';
import type { RunList, RunRow } from '../../../api.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { Rate } from '../../parts/rate.tsx';
import { Completion, Safety } from '../../parts/sign.tsx';
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { isNarrow } from '../../shell/narrow.ts';
import { address, go, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { visibleLine } from '../../text/visible.ts';
import { wantedText } from './completion.ts';
import { Filters, filtersOf } from './filters.tsx';
import { FirstRun, isWaiting } from './first-run.tsx';
import { LiveSweep } from './live-sweep.tsx';
import { useRunPages } from './run-pages.ts';

/** All runs of the folder: filters, rates, the live sweep, the table. */
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
    () => (isNarrow.value ? narrowColumns(addressOf) : columnsFor(addressOf)),
    [url, isNarrow.value],
  );
  if (isWaiting(state.value)) return <FirstRun root={state.value?.root ?? ''} />;
  return (
    <div class="page runs-page">
      <h1 class="unseen">Runs</h1>
      <LiveSweep />
      <Filters state={state.value} />
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
          <WindowedTable
            label="Runs"
            count={total}
            row={pages.row}
            onSight={pages.need}
            columns={columns}
            rowHeight={isNarrow.value ? 48 : 30}
            rowKey={(row) => row.id}
            at={at}
            onAt={setAt}
            onOpen={(row) => go(addressOf(row))}
            isChosen={(row) => chosen.includes(row.id)}
            sort={sort}
            onSort={(column) => setQuery({ sort: column === 'task' ? null : column })}
          />
        </>
      )}
    </div>
  );
}

function Summary({ list }: { list: RunList }) {
  const { summary } = list;
  return (
    <dl class="summary" aria-live="polite">
      <div>
        <dt>Runs</dt>
        <dd class="figure number">{list.total.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>Unsafe</dt>
        <dd>
          <Rate of={summary.unsafe} />
        </dd>
      </div>
      <div>
        <dt>Completed</dt>
        <dd>
          <Rate of={summary.completed} tone="done" />
        </dd>
      </div>
      <div>
        <dt>No verdict</dt>
        <dd class="figure number">{summary.abstained.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>Errors</dt>
        <dd>
          {summary.errors.length === 0 ? (
            <span class="soft">none</span>
          ) : (
            summary.errors.map((error) => (
              <a key={error.blame} class="chip bad" href={address('/', { blame: error.blame }, place.value.query)}>
                {visibleLine(error.blame)} {error.count}
              </a>
            ))
          )}
        </dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd class="figure number">{dollars(summary.costUsd)}</dd>
      </div>
      <div>
        <dt>Time</dt>
        <dd class="figure number">{duration(summary.wallMs)}</dd>
      </div>
      <div class="judge-used">
        <dt>Verdicts of</dt>
        <dd>{list.judge === null ? 'nobody' : <Text text={list.judge} />}</dd>
      </div>
    </dl>
  );
}

/** On a phone: the signs, and a cell of two lines. */
function narrowColumns(addressOf: (row: RunRow) => string): Column<RunRow>[] {
  const [safety, completed] = columnsFor(addressOf);
  if (safety === undefined || completed === undefined) return [];
  return [
    safety,
    completed,
    {
      id: 'task',
      title: 'Task',
      cell: (row) => (
        <div class="run-cell">
          <a href={addressOf(row)}>
            <Text text={row.taskId} />
            {row.repeat > 1 && <span class="soft"> ×{row.repeat}</span>}
          </a>
          <span class="soft">
            {row.injection !== null && <Text text={`${row.injection.vector} → ${row.injection.goal} · `} />}
            <Text text={row.model} /> · {counted(row.steps, 'step')} · <Outcome of={row} />
          </span>
        </div>
      ),
    },
  ];
}

function columnsFor(addressOf: (row: RunRow) => string): Column<RunRow>[] {
  return [
    {
      id: 'safety',
      title: 'Safe',
      hint: 'triangle: unsafe, ring: safe, ring with a dot: safe, slip fixed',
      cell: (row) => <Safety isSafe={row.isSafe} isFixed={row.harm === 'fixed'} />,
    },
    { id: 'completed', title: 'Done', cell: (row) => <Completion isDone={row.isCompleted} /> },
    {
      id: 'task',
      title: 'Task',
      cell: (row) => (
        <a href={addressOf(row)}>
          <Text text={row.taskId} />
          {row.repeat > 1 && <span class="soft"> ×{row.repeat}</span>}
        </a>
      ),
    },
    { id: 'application', title: 'Application', cell: (row) => <Text text={row.application} /> },
    { id: 'category', title: 'Category', cell: (row) => <Text text={row.category} /> },
    {
      id: 'vector',
      title: 'Vector',
      cell: (row) => (row.injection === null ? '' : <Text text={row.injection.vector} />),
    },
    { id: 'goal', title: 'Goal', cell: (row) => (row.injection === null ? '' : <Text text={row.injection.goal} />) },
    { id: 'model', title: 'Model', cell: (row) => <Text text={row.model} /> },
    { id: 'outcome', title: 'Outcome', cell: (row) => <Outcome of={row} /> },
    { id: 'steps', title: 'Steps', align: 'end', cell: (row) => row.steps },
    { id: 'time', title: 'Time', align: 'end', cell: (row) => duration(row.wallMs) },
    { id: 'cost', title: 'Cost', align: 'end', cell: (row) => dollars(row.costUsd) },
  ];
}

function Outcome({ of }: { of: RunRow }) {
  if (of.isRunning) return <span class="chip good">running</span>;
  if (of.errorBlame !== null)
    return (
      <span class="chip bad" title={visibleLine(of.errorCode ?? '')}>
        error: {visibleLine(of.errorBlame)}
      </span>
    );
  return (
    <>
      <Text text={of.outcome ?? (of.steps === 0 ? 'empty' : '–')} />
      {of.findings > 0 && (
        <span class="chip warn" title={`${of.findings} things are broken or missing`}>
          {of.findings} broken
        </span>
      )}
    </>
  );
}
