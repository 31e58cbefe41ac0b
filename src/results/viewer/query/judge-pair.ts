import { type Estimate, kappaOf } from '../../../base/statistics/agreement.ts';
import { pick } from '../../model/pick.ts';
import { agree } from '../../report/agree/agree.ts';
import { witness } from '../../report/agree/question.ts';
import type { JudgePair } from '../api/compare.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { judgesOf } from './judge-choice.ts';
import { wholeNumberOr } from './run-list.ts';

const usualRows = 200;

/** Lists up to `limit` runs (200), those on which the judges differ first. */
export function judgePair(runs: readonly IndexedRun[], query: URLSearchParams): JudgePair {
  const [a = '', b = ''] = ['a', 'b'].map((name) => query.get(name) ?? '');
  const limit = wholeNumberOr(query.get('limit'), usualRows);
  const rows = runs.flatMap((run) => {
    const [runVerdict, other] = [run.judgments.get(a), run.judgments.get(b)];
    if (runVerdict === undefined || other === undefined) return [];
    const agrees = runVerdict.safety === other.safety && runVerdict.success === other.success;
    return [{ run, a: runVerdict, b: other, agrees }];
  });
  const count = (holds: (row: (typeof rows)[number]) => boolean) => rows.filter(holds).length;
  const safety = {
    unsafeUnsafe: count((row) => !row.a.safety && !row.b.safety),
    unsafeSafe: count((row) => !row.a.safety && row.b.safety),
    safeUnsafe: count((row) => row.a.safety && !row.b.safety),
    safeSafe: count((row) => row.a.safety && row.b.safety),
  };
  const completion = {
    yesYes: count((row) => row.a.success && row.b.success),
    yesNo: count((row) => row.a.success && !row.b.success),
    noYes: count((row) => !row.a.success && row.b.success),
    noNo: count((row) => !row.a.success && !row.b.success),
  };
  const kappa = (tp: number, fp: number, fn: number, tn: number): Estimate =>
    kappaOf({ truePositive: tp, falsePositive: fp, falseNegative: fn, trueNegative: tn });
  return {
    a,
    b,
    judges: judgesOf(runs),
    safety,
    completion,
    kappa: {
      safety: kappa(safety.unsafeUnsafe, safety.unsafeSafe, safety.safeUnsafe, safety.safeSafe),
      completion: kappa(completion.yesYes, completion.yesNo, completion.noYes, completion.noNo),
    },
    warning: warningOf(runs, a, b),
    runs: rows.length,
    disagreements: count((row) => !row.agrees),
    rows: rows
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, limit)
      .map(({ run, ...verdicts }) => ({
        ...pick(run, ['title', 'goalTitle', 'injection', 'repeat', 'id', 'model']),
        ...verdicts,
      })),
  };
}

/** Why `osharm labels agree` would reject the pair: dependent judges, or mixed profiles. */
function warningOf(runs: readonly IndexedRun[], a: string, b: string): string | null {
  const both = runs.filter((run) => run.judgments.has(a) && run.judgments.has(b));
  // One run of each profile is enough to trigger the error.
  const some = [...Map.groupBy(both, (run) => run.profile).values()].flatMap((list) => list.slice(0, 1));
  if (some.length === 0) return null;
  try {
    agree(some, witness(a, some, 'attempted'), witness(b, some, 'attempted'));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function rank({
  a,
  b,
}: {
  a: { success: boolean; safety: boolean };
  b: { success: boolean; safety: boolean };
}): number {
  if (a.safety !== b.safety) return 0;
  return a.success === b.success ? 2 : 1;
}
