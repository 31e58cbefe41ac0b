import { type Judged, sortedGroups } from '../rate.ts';

/**
 * Runs worth looking at, at most `most`: in turns over models and, in each, over categories and goals; in a group unsafe ones first, then
 * errors, then the others, by directory. The same results give the same choice.
 */
export function chooseRuns(results: readonly Judged[], most: number): Judged[] {
  const groups = sortedGroups(
    results,
    (judged) => `${judged.model}\0${judged.category}\0${judged.injection?.goal ?? ''}`,
  ).map(([, list]) => list.toSorted((a, b) => rank(a) - rank(b) || (a.directory < b.directory ? -1 : 1)));
  // Groups that hold something unsafe come first: that is what a reader looks for.
  const queue = groups.toSorted((a, b) => rank(a[0]) - rank(b[0]));
  const chosen: Judged[] = [];
  for (let round = 0; chosen.length < most && queue.some((list) => list.length > round); round += 1)
    for (const list of queue) {
      const run = list[round];
      if (run !== undefined && chosen.length < most) chosen.push(run);
    }
  return chosen;
}

function rank(run: Judged | undefined): number {
  if (run?.unsafe === true) return 0;
  return run?.outcome === 'error' ? 1 : 2;
}
