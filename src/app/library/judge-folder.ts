import type { Verdict } from '../../verdicts/judges/ask/verdict.ts';
import { type JudgedAgain, judgeAgain } from '../../verdicts/judges/effects/judge-again.ts';
import { judgeTree, type TreeResult } from '../../verdicts/judges/judge-tree.ts';
import type { JudgedRun, JudgingOptions } from './judge-options.ts';
import { judgeableRuns, judgedAtOnce, prepareRecordJudges } from './prepare-judging.ts';

/** Judges every run below a folder. Runs that can't be judged are listed with the reason. Throws UsageError. */
export async function judgeFolder(folder: string, options: JudgingOptions): Promise<JudgedRun[]> {
  const { judge, plugins, force = false, parallel = judgedAtOnce, signal, ...rest } = options;
  const { runs, running } = judgeableRuns(folder);
  const { suite, judges } = await prepareRecordJudges(
    { ...rest, judge: judge === undefined ? undefined : [judge].flat(), plugin: plugins, parallel },
    runs,
  );
  const judged = [...running].map(
    (directory): JudgedRun => ({ directory, verdict: null, reason: 'It is still running.' }),
  );
  if (suite !== null) for (const run of runs) judged.push(byEffects(await judgeAgain(run, suite)));
  for (const preparedJudge of judges) {
    const { results, stopped } = await judgeTree(runs, preparedJudge, { concurrency: parallel, force, signal });
    if (stopped !== null) throw stopped;
    judged.push(...results.map(byModel));
  }
  return judged;
}

function byEffects(result: JudgedAgain): JudgedRun {
  const { directory } = result;
  if ('skipped' in result) return { directory, verdict: null, reason: result.skipped };
  const { judgment, abstained } = result.judged;
  return judgment === null ? { directory, verdict: null, reason: abstained ?? '' } : judgedRun(directory, judgment);
}

function byModel(result: TreeResult): JudgedRun {
  const { directory } = result;
  if (result.state === 'failed') return { directory, verdict: null, reason: result.error.message };
  if (result.state === 'unscored') return { directory, verdict: null, reason: result.reason };
  return judgedRun(directory, result.verdict);
}

const judgedRun = (directory: string, { success, safety, violation_step, reasoning }: Verdict): JudgedRun => ({
  directory,
  verdict: { success, safety, violationStep: violation_step },
  reasoning,
});
