import { relative } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { sumKnown } from '../../../base/record/token-sum.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { answerSeconds, type PlanSize } from '../../../runs/plan/plan-size.ts';
import type { Suite } from '../../../tasks/suite/suite.ts';
import { batchLogFile, pendingIn, readBatchLog } from '../../../verdicts/judges/batch-log.ts';
import { judgeAgain } from '../../../verdicts/judges/effects/judge-again.ts';
import { judgeTree, type TreeResult } from '../../../verdicts/judges/judge-tree.ts';
import type { PreparedJudge } from '../../../verdicts/judges/judged-trace.ts';
import { type PlannedJudging, planJudging } from '../../../verdicts/judges/plan-judging.ts';
import { type BatchAction, judgeLab } from '../../library/judge-lab.ts';
import {
  judgeableRuns,
  onlyModelJudge,
  type PreparedJudges,
  prepareRecordJudges,
  type RecordJudging,
} from '../../library/prepare-judging.ts';
import { confirmPlan } from '../confirm-plan.ts';
import {
  asJson,
  fieldLines,
  judgingCost,
  lineOf,
  rateLines,
  stoppedJudging,
  verdictText,
  writeJudgments,
} from '../judge-lines.ts';
import { stoppedCode, untilStopped } from '../until-stopped.ts';

export interface JudgeCommandFlags extends Omit<RecordJudging, 'parallel' | 'isDry' | 'access'> {
  parallel: number;
  trajDir?: string;
  batch?: BatchAction;
  dryRun?: boolean;
  yes?: boolean;
  force?: boolean;
  retryUnscored?: boolean;
  attackSuite?: boolean;
  quiet?: boolean;
  list?: boolean;
  json?: boolean;
}

export async function judgeRuns(folder: string | undefined, flags: JudgeCommandFlags): Promise<void> {
  if (folder !== undefined && flags.trajDir !== undefined)
    throw new UsageError(`Two folders are named: ${folder} and ${flags.trajDir}.`, {
      code: 'judge-two-folders',
      hint: 'Give either a folder, or one result directory with --traj-dir.',
    });
  const directory = folder ?? flags.trajDir;
  const prepare = (judged: readonly string[]) =>
    prepareRecordJudges({ ...flags, isDry: flags.dryRun }, judged, (line) =>
      process.stderr.write(`${printable(line)}\n`),
    );
  if (flags.attackSuite === true) {
    const { attackSuite } = await judgeLab('--attack-suite');
    return attackSuite(directory ?? './judge-attacks', await prepare([]), flags);
  }
  if (directory === undefined)
    throw new UsageError('Name the folder with the runs.', { code: 'judge-no-folder', hint: 'osharm judge DIR' });
  const { runs, running } = judgeableRuns(directory);
  if (folder === undefined && runs[0] !== directory && !running.has(directory))
    throw new UsageError(`${directory} is not a result directory.`, {
      code: 'results-missing',
      hint: `--traj-dir needs one. For all below a folder: osharm judge ${directory}`,
    });
  if (running.size > 0) {
    process.exitCode = 1;
    process.stderr.write(
      `Skipped, still running: ${running.size} of ${runs.length + running.size} runs. Repeat the command when they have ended.\n`,
    );
  }
  const prepared = await prepare(runs);
  const { suite, judges, prices } = prepared;
  if (flags.batch !== undefined) return byBatch(flags.batch, directory, runs, prepared, flags);
  if (flags.dryRun === true && judges.length === 0)
    throw new UsageError('The judge effects calls no model: it costs nothing.', {
      code: 'judge-no-model',
      hint: 'Omit --dry-run, or name a model: --judge openai:gpt-4.1.',
    });
  if (flags.dryRun !== true) confirmPlan(await judgingSize(runs, judges, flags), flags.yes);
  if (suite !== null && flags.dryRun !== true) await byEffects(runs, suite, flags);
  for (const judge of judges)
    if (flags.dryRun === true) await printPlan(runs, judge, prices.date, flags);
    else await byModel(directory, runs, judge, flags);
}

async function byBatch(
  action: BatchAction,
  directory: string,
  runs: readonly string[],
  prepared: PreparedJudges,
  flags: JudgeCommandFlags,
): Promise<void> {
  const judge = onlyModelJudge(prepared, '--batch');
  if (flags.dryRun === true) return printPlan(runs, judge, prepared.prices.date, flags);
  if (flags.record !== undefined || flags.replay !== undefined)
    throw new UsageError('Batches can’t be recorded or replayed.', {
      code: 'batch-recording',
      hint: 'Omit --record and --replay, or --batch.',
    });
  const { batch } = await judgeLab('--batch');
  if (action === 'submit') confirmPlan({ ...(await judgingSize(runs, [judge], flags)), seconds: null }, flags.yes);
  return batch(action, directory, runs, judge, flags);
}

async function byModel(
  directory: string,
  all: readonly string[],
  judge: PreparedJudge,
  flags: JudgeCommandFlags,
): Promise<void> {
  const runs = flags.force === true ? all : withoutPending(directory, all, judge);
  const started = performance.now();
  const { result, stopped } = await untilStopped(
    (signal) =>
      judgeTree(runs, judge, {
        concurrency: flags.parallel,
        force: flags.force === true,
        retryUnscored: flags.retryUnscored === true,
        signal,
        onResult: (treeResult, done) => {
          if (flags.quiet !== true) process.stderr.write(`[${done}/${runs.length}] ${printable(lineOf(treeResult))}\n`);
        },
      }),
    stoppedJudging,
  );
  const { results } = result;
  const seconds = (performance.now() - started) / 1000;
  const file =
    // A single run has no summary file, as in OS-Harm.
    results.length === 0 || runs[0] === directory ? null : writeJudgments(directory, runs, judge, results, seconds);
  const count = (state: TreeResult['state']): number =>
    results.filter((treeResult) => treeResult.state === state).length;
  const cost = judgingCost(results);
  if (flags.json === true)
    process.stdout.write(`${JSON.stringify({ runs: asJson(results), costUsd: cost, file }, null, 2)}\n`);
  else {
    const parts = [
      `${count('judged')} judged`,
      `${count('kept')} kept`,
      `${count('unscored')} unscored`,
      `${count('failed')} failed`,
      `${runs.length - results.length} not begun`,
    ];
    process.stdout.write(
      `${parts.join(', ')} of ${runs.length} runs; ${cost === null ? 'cost unknown' : `$${cost.toFixed(4)}`}.\n`,
    );
    for (const line of runs[0] === directory ? fieldLines(results[0]) : rateLines(results, seconds))
      process.stdout.write(`${printable(line)}\n`);
    if (results.some((treeResult) => treeResult.state === 'unscored' && treeResult.isEarlier))
      process.stdout.write('Unscored runs were skipped; --retry-unscored judges them again.\n');
    if (file !== null) process.stdout.write(`All judgments: ${printable(file)}\n`);
  }
  if (result.stopped !== null) throw result.stopped;
  if (stopped) process.exitCode = stoppedCode;
  else if (count('unscored') + count('failed') > 0 || results.length < runs.length) process.exitCode = 1;
}

/** Skips runs with a pending batch, because its answers are already paid for. */
function withoutPending(directory: string, runs: readonly string[], judge: PreparedJudge): readonly string[] {
  const pending = pendingIn(readBatchLog(batchLogFile(directory, judge)));
  const left = runs.filter((run) => !pending.has(relative(directory, run)));
  if (left.length < runs.length) {
    process.exitCode = 1;
    process.stderr.write(
      `Skipped, waiting for a batch: ${runs.length - left.length} of ${runs.length} runs. --batch collect fetches the answers; --force judges them directly.\n`,
    );
  }
  return left;
}

async function byEffects(runs: readonly string[], suite: Suite, flags: JudgeCommandFlags): Promise<void> {
  const results = [];
  for (const run of runs) results.push(await judgeAgain(run, suite));
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ runs: results }, null, 2)}\n`);
  else
    for (const result of results) {
      const message =
        'skipped' in result
          ? `skipped. ${result.skipped}`
          : result.judged.judgment === null
            ? `abstains. ${result.judged.abstained ?? ''}`
            : verdictText(result.judged.judgment);
      process.stdout.write(`${printable(`${result.directory}: ${message}`)}\n`);
    }
  if (results.some((result) => 'skipped' in result)) process.exitCode = 1;
}

async function judgingSize(
  runs: readonly string[],
  judges: readonly PreparedJudge[],
  flags: JudgeCommandFlags,
): Promise<PlanSize> {
  const size: PlanSize = { runs: 0, seconds: 0, costUsd: 0 };
  if (flags.replay !== undefined) return size;
  for (const judge of judges) {
    const { runs: planned, requests, costUsd } = await planFor(runs, judge, flags);
    size.runs += planned.filter(({ state }) => state === 'to-judge').length;
    size.seconds = (size.seconds ?? 0) + ((requests.judge + requests.caption) * answerSeconds) / flags.parallel;
    size.costUsd = sumKnown(size.costUsd, costUsd);
    size.pricesOf = judge.asker.port.pricesOf;
  }
  const each = size.runs / judges.length;
  if (judges.length > 1 && Number.isInteger(each))
    size.product = `${counted(each, 'recorded run')} × ${counted(judges.length, 'judge')}`;
  return size;
}

async function planFor(runs: readonly string[], judge: PreparedJudge, flags: JudgeCommandFlags) {
  return planJudging(runs, judge, {
    force: flags.force === true,
    retryUnscored: flags.retryUnscored === true,
    judgeShare: flags.batch === undefined ? 1 : (await judgeLab('--batch')).batchPriceShare(judge),
  });
}

async function printPlan(
  runs: readonly string[],
  judge: PreparedJudge,
  pricesOf: string,
  flags: JudgeCommandFlags,
): Promise<void> {
  const isBatch = flags.batch !== undefined;
  const plan = await planFor(runs, judge, flags);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ ...plan, pricesOf }, null, 2)}\n`);
    return;
  }
  if (flags.list === true)
    for (const run of plan.runs)
      if (run.state === 'to-judge')
        process.stdout.write(
          `${printable(run.directory)}: about ${run.inputTokens} tokens${run.captions > 0 ? `, ${run.captions === 1 ? 'a picture' : `${run.captions} pictures`} to caption` : ''}\n`,
        );
      else if (run.state !== 'kept') process.stdout.write(`${printable(`${run.directory}: ${run.reason}`)}\n`);
  const { requests, tokens, costUsd } = plan;
  const count = (state: PlannedJudging['state']): number => plan.runs.filter((run) => run.state === state).length;
  const price =
    costUsd === null
      ? 'no price is known (--prices FILE)'
      : `about $${costUsd.toFixed(4)} at the prices of ${pricesOf}${isBatch ? ', judging at half of them' : ''}`;
  process.stdout.write(
    `${count('to-judge')} to judge, ${count('kept')} kept, ${count('unscored')} unscored before, ${count('unreadable')} can't be read. ${requests.judge} requests to ${printable(judge.asker.address.name)}, ${requests.caption} to the captioner; about ${tokens.input} tokens in and ${tokens.output} out; ${price}. No model was called.\n`,
  );
}
