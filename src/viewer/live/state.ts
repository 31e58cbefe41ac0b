import type { ViewerState } from '../api.ts';
import { facetValues } from '../query/filters.ts';
import { judgesOf } from '../query/judge-choice.ts';
import type { World } from '../world.ts';

/** What the pages know of the whole tree. */
export function viewerState({ root, index, running, isWritable, postToken }: World): ViewerState {
  const { runs } = index;
  const now = running.list(runs);
  return {
    root,
    runs: Math.max(index.found, runs.length),
    indexed: runs.length,
    isIndexing: index.isReading,
    judges: judgesOf(runs),
    facets: facetValues(runs),
    running: now,
    progress: running.progress(runs, now),
    isWritable,
    postToken,
    failure: index.failure,
  };
}
