import type { ViewerState } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { facetValues, isExploratory } from '../query/filters.ts';
import { hasHistory } from '../query/history.ts';
import { judgesOf } from '../query/judge-choice.ts';
import { keptByRuns } from '../query/kept.ts';
import type { World } from './world.ts';

type Counts = Pick<ViewerState, 'judges' | 'facets' | 'hasAttacks' | 'isExploratory' | 'hasHistory'>;

const kept = keptByRuns<Counts>();

function countsOf(runs: readonly IndexedRun[]): Counts {
  const hasAttacks = runs.some(({ isTrial }) => isTrial);
  return {
    judges: judgesOf(runs),
    facets: facetValues(runs),
    hasAttacks,
    isExploratory: isExploratory(runs),
    hasHistory: hasHistory(runs),
  };
}

export function viewerState({ root, index, running, isWritable, postToken, fleet }: World): ViewerState {
  const { runs } = index;
  const now = running.list(runs);
  return {
    root,
    runs: Math.max(index.found, index.size),
    indexed: index.size,
    isIndexing: index.isReading,
    searchable: index.searchable,
    ...kept(runs, '', () => countsOf(runs)),
    running: now,
    progress: running.progress(runs, now),
    isWritable,
    postToken,
    hasFleet: fleet !== null,
    failure: index.failure,
  };
}
