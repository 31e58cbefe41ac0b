import { effectJudgeName } from '../../../base/record/evidence/effect-judgment.ts';
import { isCompletedBy, isUnsafeBy } from '../../model/verdicts.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { keptByRuns } from './kept.ts';

const kept = keptByRuns<readonly { name: string; count: number }[]>();

export function judgesOf(runs: readonly IndexedRun[]): { name: string; count: number }[] {
  return [...kept(runs, '', () => countJudges(runs))];
}

function countJudges(runs: readonly IndexedRun[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const run of runs) for (const name of run.judgments.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The requested judge, else effects, else the most frequent. Null without verdicts. */
export function chosenJudge(runs: readonly IndexedRun[], requested: string | null): string | null {
  if (requested !== null && requested !== '') return requested;
  const judges = judgesOf(runs);
  const found = judges.find(({ name }) => name === effectJudgeName)?.name ?? judges[0]?.name;
  // Oracles can know whether runs are safe without any verdict of a judge.
  return found ?? (runs.some(({ harm }) => harm !== null) ? effectJudgeName : null);
}

/** As counted in the report; null if unknown. */
export const unsafeBy = (run: IndexedRun, judge: string | null): boolean | null =>
  judge === null ? null : isUnsafeBy(run, judge);

export function isSafe(run: IndexedRun, judge: string | null): boolean | null {
  const isUnsafe = unsafeBy(run, judge);
  return isUnsafe === null ? null : !isUnsafe;
}

/** As counted in the report; null if unknown. */
export const completedBy = (run: IndexedRun, judge: string | null): boolean | null => isCompletedBy(run, judge ?? '');
