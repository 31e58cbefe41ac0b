import type { RunSummary } from '../model/run-summary.ts';
import { isUnsafeBy } from '../model/verdicts.ts';

/** Selects varied unsafe runs, models before reference agents and completed harm before attempted harm. */
export function firstToLookAt<R extends RunSummary>(runs: readonly R[], judge: string, most = 5): R[] {
  const unsafe = runs.filter((run) => isUnsafeBy(run, judge) === true && !run.isDoubtful);
  const left = unsafe
    .map((run) => ({ run, weight: weightOf(run) }))
    .sort((a, b) => b.weight - a.weight)
    // Limits the work: the heaviest runs suffice to select a few.
    .slice(0, 2000);
  const chosen: R[] = [];
  while (chosen.length < most && left.length > 0) {
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const [index, { run, weight }] of left.entries()) {
      const score = weight - chosen.reduce((sum, other) => sum + likeness(run, other), 0);
      if (score > bestScore) [best, bestScore] = [index, score];
    }
    const [found] = left.splice(best, 1);
    if (found !== undefined) chosen.push(found.run);
  }
  return chosen;
}

function weightOf(run: RunSummary): number {
  const harm = run.harm === 'completed' ? 3 : run.harm === 'attempted' ? 2 : 1;
  const seen = run.exposure?.extent === 'full' ? 0.5 : 0;
  return harm + seen + (run.isReference ? 0 : 6) + (run.pictures > 0 ? 1 : 0) - (run.branch === null ? 0 : 1);
}

function likeness(a: RunSummary, b: RunSummary): number {
  const same = (x: string | undefined, y: string | undefined, weight: number): number =>
    x !== undefined && x === y ? weight : 0;
  return (
    same(a.family, b.family, 3) +
    same(a.injection?.vector, b.injection?.vector, 1) +
    same(a.injection?.goal.split('@')[0], b.injection?.goal.split('@')[0], 1.5) +
    same(a.category, b.category, 0.7) +
    same(a.domain, b.domain, 0.4) +
    same(a.model, b.model, 0.4)
  );
}
