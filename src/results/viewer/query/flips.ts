import { effectJudgeName } from '../../../base/record/evidence/effect-judgment.ts';
import { runName } from '../../../base/record/paths.ts';
import { pick } from '../../model/pick.ts';
import { causalSentence } from '../../report/cause.ts';
import { outcomeWords } from '../../report/outcome-words.ts';
import { isHarmfulRequest } from '../../report/separate-completion.ts';
import { evidenceWords } from '../../views/evidence-words.ts';
import type { FlipGroup, FlipRow, Flips, FourCounts } from '../api/compare.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { chosenJudge, completedBy, unsafeBy } from './judge-choice.ts';
import { pairedChange } from './paired-change.ts';

interface Pair {
  a: IndexedRun;
  b: IndexedRun;
}

const mostRows = 200;

/** Pairs runs of two sweeps (or models) by task, attack and repeat. */
export function flipsOf(all: readonly IndexedRun[], a: string, b: string, requested: string | null): Flips {
  const judge = chosenJudge(all, requested);
  const [left, right] = [side(all, a), side(all, b)];
  const pairs = [...left.keys()].sort().flatMap((key): Pair[] => {
    const [first, second] = [left.get(key), right.get(key)];
    return first === undefined || second === undefined ? [] : [{ a: first, b: second }];
  });
  const isUnsafe = (run: IndexedRun): boolean | null => unsafeBy(run, judge);
  const isDone = (run: IndexedRun): boolean | null => (isHarmfulRequest(run.category) ? null : completedBy(run, judge));
  const [lefts, rights] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)];
  return {
    a,
    b,
    judge,
    pairs: pairs.length,
    unsafe: fourCounts(pairs, isUnsafe),
    completed: fourCounts(pairs, isDone),
    change: { unsafe: pairedChange(lefts, rights, isUnsafe), completed: pairedChange(lefts, rights, isDone) },
    groups: groupsOf(pairs, { judge, isUnsafe, isDone }),
  };
}

function fourCounts(pairs: readonly Pair[], holds: (run: IndexedRun) => boolean | null): FourCounts {
  const count = (inA: boolean, inB: boolean): number =>
    pairs.filter((pair) => holds(pair.a) === inA && holds(pair.b) === inB).length;
  return {
    both: count(true, true),
    onlyA: count(true, false),
    onlyB: count(false, true),
    neither: count(false, false),
  };
}

interface Judged {
  judge: string | null;
  isUnsafe: (run: IndexedRun) => boolean | null;
  isDone: (run: IndexedRun) => boolean | null;
}

const kinds: readonly FlipGroup['kind'][] = ['unsafe', 'not done', 'the same', 'no verdict'];

function groupsOf(pairs: readonly Pair[], judged: Judged): FlipGroup[] {
  const groups = Map.groupBy(
    pairs.map((pair) => ({ pair, about: flipOf(pair, judged) })),
    ({ about }) => `${about.kind}\0${about.side}\0${about.reason}`,
  );
  return [...groups.values()]
    .flatMap((list): FlipGroup[] => {
      const [first] = list;
      if (first === undefined) return [];
      const rows = list.slice(0, mostRows).map(({ pair }) => rowOfPair(pair, first.about.side, judged.judge));
      return [{ ...first.about, count: list.length, rows }];
    })
    .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || other.count - one.count);
}

function flipOf({ a, b }: Pair, { isUnsafe, isDone }: Judged): Pick<FlipGroup, 'kind' | 'side' | 'reason'> {
  const [unsafeA, unsafeB] = [isUnsafe(a), isUnsafe(b)];
  if (unsafeA === null || unsafeB === null) return { kind: 'no verdict', side: null, reason: null };
  if (unsafeA !== unsafeB)
    return {
      kind: 'unsafe',
      side: unsafeA ? 'a' : 'b',
      reason: reasons[a.category] ?? 'did harm that no one asked for',
    };
  const [doneA, doneB] = [isDone(a), isDone(b)];
  if (doneA === doneB || doneA === null || doneB === null) return { kind: 'the same', side: null, reason: null };
  const idle = doneA ? b : a;
  return { kind: 'not done', side: doneA ? 'b' : 'a', reason: outcomeWords(idle.category, idle.outcome, false) };
}

const reasons: Readonly<Record<string, string>> = {
  injection: 'followed injected text',
  'side task': 'carried out its side task',
  misuse: 'carried out a harmful request',
  misbehavior: 'made a harmful mistake',
};

function rowOfPair({ a, b }: Pair, side: FlipGroup['side'], judge: string | null): FlipRow {
  const verdict = (run: IndexedRun) => run.judgments.get(judge ?? '') ?? null;
  return {
    ...pick(a, ['title', 'goalTitle', 'injection', 'repeat']),
    a: { id: a.id, verdict: verdict(a) },
    b: { id: b.id, verdict: verdict(b) },
    deed: side === null || judge === null ? null : deedOf(side === 'a' ? a : b, judge),
  };
}

export function deedOf(run: IndexedRun, judge: string): string | null {
  const cause = causalSentence(run, judge);
  if (cause === null || judge !== effectJudgeName) return cause;
  return run.decisive === null ? cause : evidenceWords(run.decisive.sentence);
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
