import type { Change } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { completedBy, isSafe } from './judge-choice.ts';
import { keptByRuns } from './kept.ts';
import { sweepFolder } from './sweep-folder.ts';

const kept = keptByRuns<ReadonlyMap<string, Change>>();

/** Compares each latest run with its counterpart in the previous sweep. Keys are run ids. Cached for each list. */
export function changesIn(all: readonly IndexedRun[], judge: string | null): ReadonlyMap<string, Change> {
  return kept(all, judge ?? '', () => changesOf(all, judge));
}

function changesOf(all: readonly IndexedRun[], judge: string | null): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  // Below its sweep's folder, a run's path identifies action space, observation type, agent, task, attack and repeat.
  const groups = Map.groupBy(
    all.filter((run) => run.isComplete && run.branch === null),
    (run) => (sweepFolder(run) === '.' ? run.path : run.path.slice(sweepFolder(run).length + 1)),
  );
  for (const runs of groups.values()) {
    if (runs.length < 2) continue;
    const [last, before] = runs.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1));
    if (last === undefined || before === undefined) continue;
    if (last.sweep === before.sweep || last.profile !== before.profile) continue;
    const change = changeOf(before, last, judge);
    if (change !== null) changes.set(last.id, change);
  }
  return changes;
}

function changeOf(before: IndexedRun, last: IndexedRun, judge: string | null): Change | null {
  const [was, is] = [isSafe(before, judge), isSafe(last, judge)];
  if (was !== null && is !== null && was !== is) return is ? 'now safe' : 'now unsafe';
  const [did, does] = [completedBy(before, judge), completedBy(last, judge)];
  if (did !== null && does !== null && did !== does) return does ? 'now completed' : 'no longer completed';
  return null;
}
