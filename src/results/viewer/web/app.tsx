import { useEffect, useLayoutEffect } from 'preact/hooks';
import { visibleLabel } from '../../views/visible-text.ts';
import { AnnotatePage } from './pages/annotate/annotate-page.tsx';
import { AttacksPage } from './pages/attacks/attacks-page.tsx';
import { ComparePage } from './pages/compare/compare-page.tsx';
import { FleetPage } from './pages/fleet/fleet-page.tsx';
import { HistoryPage } from './pages/history/history-page.tsx';
import { JudgesPage } from './pages/judges/judges-page.tsx';
import { LivePage } from './pages/live/live-page.tsx';
import { MatrixPage } from './pages/matrix/matrix-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { RunPage } from './pages/run/run-page.tsx';
import { filterNames } from './pages/runs/filters.tsx';
import { FirstRun, isWaiting } from './pages/runs/first-run.tsx';
import { RunsPage } from './pages/runs/runs-page.tsx';
import { Boundary } from './parts/boundary.tsx';
import { isConnected, state } from './shell/live.ts';
import { address, go, place } from './shell/router.ts';
import { Shell } from './shell/shell.tsx';
import { kit, site } from './shell/site.ts';

export function App() {
  return (
    <Shell right={<Folder />}>
      <Boundary key={place.value.path}>
        <Page />
      </Boundary>
    </Shell>
  );
}

const titles: Record<string, string> = {
  '/': 'Overview',
  '/runs': 'Runs',
  '/matrix': 'Matrix',
  '/compare': 'Compare',
  '/judges': 'Judges',
  '/annotate': 'Annotate',
  '/fleet': 'Fleet',
  '/live': 'Live',
  '/attacks': 'Attacks',
  '/history': 'History',
};

/** Pages that are empty without runs. */
const ofRuns = new Set(['/', '/runs', '/matrix', '/compare', '/judges', '/annotate', '/history']);

function Page() {
  const { path, query } = place.value;
  // `/` was the list of runs in URLs of earlier versions.
  const isOldList =
    path === '/' && (query.has('sort') || filterNames.some((name) => name !== 'judge' && query.has(name)));
  useLayoutEffect(() => {
    if (isOldList) go(address('/runs', {}, query), { replace: true });
  }, [isOldList]);
  useEffect(() => {
    // The run's page sets the title.
    if (kit === null && path.startsWith('/run/')) return;
    const folder = (state.value?.root ?? '').split('/').at(-1) ?? '';
    document.title = visibleLabel([titles[path] ?? 'No such page', folder, 'osharm'].filter(Boolean).join(' · '));
  }, [path, state.value?.root]);
  if (isOldList) return null;
  const run = kit !== null ? undefined : /^\/run\/([\w-]+)$/.exec(path)?.[1];
  if (run !== undefined) return <RunPage id={run} />;
  if (kit !== null) return <AnnotatePage />;
  if (ofRuns.has(path) && isWaiting(state.value)) return <FirstRun root={state.value?.root ?? ''} />;
  if (path === '/') return <OverviewPage />;
  if (path === '/runs') return <RunsPage />;
  if (path === '/matrix') return <MatrixPage />;
  if (path === '/compare') return <ComparePage />;
  if (path === '/judges') return <JudgesPage />;
  if (path === '/attacks') return <AttacksPage />;
  if (path === '/history') return <HistoryPage />;
  if (path === '/live' && site === null) return <LivePage />;
  if (path === '/fleet' && site === null) return <FleetPage />;
  if (path === '/annotate' && site === null) return <AnnotatePage />;
  return (
    <div class="page">
      <h1>No such page</h1>
      <p>
        <a href="/">Overview</a> · <a href="/runs">All runs</a>
      </p>
    </div>
  );
}

function Folder() {
  const root = state.value?.root ?? '';
  return (
    <>
      <span class="root" title={visibleLabel(root)}>
        <bdi>{visibleLabel(root)}</bdi>
      </span>
      {site === null && (
        <span class={`live ${isConnected.value ? 'on' : ''}`} role="status">
          {isConnected.value ? 'connected' : 'not connected'}
        </span>
      )}
    </>
  );
}
