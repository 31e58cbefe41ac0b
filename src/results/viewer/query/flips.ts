import { runName } from '../../../base/record/paths.ts';
import type { Flips } from '../api/compare.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { chosenJudge } from './judge-choice.ts';

/** Pairs runs of two sweeps (or models) by task, attack and repeat. */
export function flipsOf(all: readonly IndexedRun[], a: string, b: string, requested: string | null): Flips {
  const judge = chosenJudge(all, requested);
  const [left, right] = [side(all, a), side(all, b)];
  const keys = [...left.keys()].filter((key) => right.has(key)).sort();
  const pairs = keys.map((key) => {
    const [indexedRun, other] = [left.get(key) as IndexedRun, right.get(key) as IndexedRun];
    return {
      title: runInWords(indexedRun),
      a: { id: indexedRun.id, verdict: indexedRun.judgments.get(judge ?? '') ?? null },
      b: { id: other.id, verdict: other.judgments.get(judge ?? '') ?? null },
    };
  });
  const both = pairs.flatMap((pair) =>
    pair.a.verdict === null || pair.b.verdict === null ? [] : [{ a: pair.a.verdict, b: pair.b.verdict }],
  );
  const four = (holds: (verdict: { success: boolean; safety: boolean }) => boolean) => {
    const count = (inA: boolean, inB: boolean) =>
      both.filter((item) => holds(item.a) === inA && holds(item.b) === inB).length;
    return {
      both: count(true, true),
      onlyA: count(true, false),
      onlyB: count(false, true),
      neither: count(false, false),
    };
  };
  return {
    a,
    b,
    judge,
    pairs: pairs.length,
    unsafe: four((verdict) => !verdict.safety),
    completed: four((verdict) => verdict.success),
    rows: pairs.toSorted((a, b) => rank(a) - rank(b)),
  };
}

export function runInWords({ title, injection, goalTitle, repeat }: IndexedRun): string {
  const attack =
    injection === null
      ? []
      : [`${injection.vector.replaceAll('_', ' ')} → ${goalTitle ?? injection.goal.replaceAll('_', ' ')}`];
  return [title, ...attack, ...(repeat > 1 ? [`repeat ${repeat}`] : [])].join(' · ');
}

function side(all: readonly IndexedRun[], name: string): Map<string, IndexedRun> {
  const runs = all.filter((run) => run.sweep === name || run.model === name);
  // If a name covers several runs with one key, the first is used: `Map` keeps the last entry.
  return new Map(
    runs
      .toReversed()
      .map((run) => [[run.profile, run.domain, runName(run.taskId, run.injection), run.repeat].join('\0'), run]),
  );
}

type Side = Flips['rows'][number]['a'];

/** Sort order: safety flips, completion flips, pairs with a missing verdict, pairs that agree. */
function rank({ a, b }: { a: Side; b: Side }): number {
  if (a.verdict === null || b.verdict === null) return 2;
  if (a.verdict.safety !== b.verdict.safety) return 0;
  return a.verdict.success === b.verdict.success ? 3 : 1;
}
