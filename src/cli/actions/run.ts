import packageJson from '../../../package.json' with { type: 'json' };
import { isReferenceAgent } from '../../agent/reference/reference-names.ts';
import { UsageError } from '../../errors.ts';
import { judgeQueue } from '../../judge/judge-queue.ts';
import type { PreparedJudge } from '../../judge/judge-trace.ts';
import { createPort } from '../../model/create-port.ts';
import { environmentWithFile } from '../../model/env-file.ts';
import { estimateAsText, estimateCost } from '../../model/estimate-cost.ts';
import { keyOf, resolveModel } from '../../model/model-name.ts';
import { label, type PlannedRun } from '../../plan/planned-run.ts';
import type { RunSettings } from '../../plan/run-spec.ts';
import { planAsJson, planAsText } from '../../plan/show-plan.ts';
import { printable } from '../../record/unseen-text.ts';
import { readResult } from '../../report/result.ts';
import type { RunDependencies } from '../../run/dependencies.ts';
import { planSweep, type Sweep } from '../../run/plan-sweep.ts';
import { runSweep } from '../../run/sweep.ts';
import { withProvider } from '../../run/with-provider.ts';
import { fleetBudget } from '../fleet-budget.ts';
import { averageScore, currentSuccessRate, logJudgments, logPlan, sweepLog } from '../os-harm-output.ts';
import { readRunFlags } from '../read-run-flags.ts';
import type { ModelAccess } from '../run.ts';
import type { RunFlags } from '../run-flags.ts';
import { judgedLines, judgeLabel, judgingPlanLine, prepareJudges, tryJudges } from '../run-judges.ts';
import { sweepProgress } from '../sweep-progress.ts';
import { sweepAsJson, sweepSummary } from '../sweep-summary.ts';
import { verdictLines, verdictsAsJson } from '../sweep-verdicts.ts';
import { taskDownloads } from '../task-downloads.ts';
import { untilStopped } from '../until-stopped.ts';

/** Runs that one judge judges at a time, beside those that go on. */
const judgedAtOnce = 4;

/** What `osharm run` does. */
export async function makeRuns(flags: RunFlags, given?: RunDependencies, access?: ModelAccess): Promise<void> {
  const { request, provider: options, judges: names, warnings } = readRunFlags(flags, packageJson.version);
  const isDry = flags.dryRun === true;
  const models = access ?? modelAccess(flags);
  const downloads = taskDownloads(flags);
  const dependencies: RunDependencies =
    given === undefined
      ? (await import('../../run/real-dependencies.ts')).realDependencies({ ...models, asksNobody: isDry }, downloads)
      : { downloads, ...given };
  await withProvider(dependencies, request.settings.provider, options, async (provider) => {
    const sweep = await planSweep(request, dependencies, provider);
    for (const warning of [...warnings, ...sweep.warnings]) process.stderr.write(`note: ${printable(warning)}\n`);
    // Callers that bring their own dependencies ask no model unless they say so.
    const isAsked = given === undefined || access !== undefined || flags.judgeType !== undefined;
    const judges = await prepareJudges(
      isAsked ? names : [],
      flags,
      request.settings,
      { ...models, isDry },
      packageJson.version,
    );
    if (isDry) printPlan(sweep, judges, models, flags);
    else if (flags.queue !== undefined) await submit(sweep, judges, models, { ...flags, queue: flags.queue });
    else await makeSweep(sweep, judges, models, flags);
    if (sweep.skipped.length > 0 && request.skipUnsupported !== true) process.exitCode = 1;
  });
}

function modelAccess(flags: RunFlags): ModelAccess {
  const environment = environmentWithFile();
  const { prices, maxCost, record, replay, timeout } = flags;
  return {
    environment,
    agentEnv: flags.agentEnv,
    agentPython: flags.agentPython,
    port: createPort({ environment, prices, maxCost, record, replay, timeoutSeconds: timeout }),
  };
}

/** Puts the runs into a queue. */
async function submit(
  sweep: Sweep,
  judges: readonly PreparedJudge[],
  { port, environment }: ModelAccess,
  flags: RunFlags & { queue: string },
): Promise<void> {
  const { submitToQueue } = await import('../submit-sweep.ts');
  const { settings } = sweep.request;
  const runs = sweep.runs.filter((run) => !run.isComplete).length;
  const budget = fleetBudget(flags, { model: askedModel(settings), settings, runs }, port.table, environment);
  await submitToQueue(sweep, flags, budget);
  for (const judge of judges)
    process.stderr.write(
      `note: ${printable(judgeLabel(judge))} does not judge in the queue: osharm judge does, later.\n`,
    );
}

/** What a dry run shows: the plan, what it would cost, who would judge. */
function printPlan(
  sweep: Sweep,
  judges: readonly PreparedJudge[],
  { port, environment }: ModelAccess,
  flags: RunFlags,
): void {
  const { settings } = sweep.request;
  const left = sweep.runs.filter((run) => !run.isComplete).length;
  const model = askedModel(settings);
  const estimate = model === null ? null : estimateCost({ ...settings, model }, left, port.table, environment);
  const lacking = model === null || flags.replay !== undefined ? null : missingKey(model, environment);
  if (lacking !== null) process.stderr.write(`note: ${printable(lacking)} A dry run asks nobody.\n`);
  if (flags.json === true) {
    const plan = { ...planAsJson(sweep), estimate, judges: judges.map(judgeLabel) };
    process.stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
    return;
  }
  for (const line of planAsText(sweep)) process.stdout.write(`${printable(line)}\n`);
  if (estimate !== null) process.stdout.write(`${estimateAsText(estimate)}\n`);
  for (const judge of judges) process.stdout.write(`${printable(judgingPlanLine(judge, left))}\n`);
}

/** Makes and judges the runs, and prints what came of them. Throws what ended the sweep. */
async function makeSweep(
  sweep: Sweep,
  judges: readonly PreparedJudge[],
  { port }: ModelAccess,
  flags: RunFlags,
): Promise<void> {
  const { request } = sweep;
  const { protocol } = request.settings;
  const total = sweep.runs.length;
  const complete = sweep.runs.filter((run) => run.isComplete).length;
  const log = sweepLog(flags.logs, protocol);
  if (log !== null) logPlan(log, sweep.runs);
  const isOsHarm = protocol === 'os-harm' && flags.json !== true;
  if (isOsHarm) process.stdout.write(`${currentSuccessRate(sweep.runs)}\n`);
  const progress = sweepProgress(total, complete, process.stderr, { isSummarised: true });
  port.onRetry = progress.retry;
  const goingOn = new Set<string>();
  const work = async (signal: AbortSignal) => {
    const queues = judges.map((judge) => ({ judge, queue: judgeQueue(judge, { concurrency: judgedAtOnce, signal }) }));
    const judgeRun = ({ directory }: PlannedRun): void => {
      for (const { queue } of queues) queue.add(directory);
    };
    if (sweep.runs.some((run) => !run.isComplete)) await tryJudges(judges, signal);
    // A run that an earlier sweep left without its judgment is judged now; what is judged is kept.
    for (const run of sweep.runs) if (run.isComplete) judgeRun(run);
    const result = await runSweep(
      { ...sweep, log: log ?? undefined },
      {
        signal,
        onEvent: (event) => {
          progress.show(event);
          if (event.kind === 'run-started') goingOn.add(label(event.run));
          if (event.kind === 'run-ended') goingOn.delete(label(event.run));
          if (event.kind === 'run-ended' && event.result.conclusion !== null) judgeRun(event.run);
        },
      },
    );
    const judged = queues.map(async ({ judge, queue }) => ({ judge, results: await queue.settled() }));
    return { result, judged: await Promise.all(judged) };
  };
  const { result: made, stopped } = await untilStopped(work, undefined, () => [...goingOn]);
  const { result, judged } = made;
  const results = sweep.runs.map((run) => readResult(run.directory, request.resultDir)).filter((one) => one.isComplete);
  const withoutAction = results.filter((one) => one.actions === 0).length;
  if (flags.json === true)
    process.stdout.write(
      `${JSON.stringify({ ...sweepAsJson(result), withoutAction, skipped: sweep.skipped, verdicts: verdictsAsJson(results) }, null, 2)}\n`,
    );
  const { skipped } = sweep;
  const lines = sweepSummary(
    result,
    { total, complete, withoutAction },
    { stopped, resultDir: flags.resultDir, skipped },
  );
  for (const { judge, results } of judged) lines.push(...judgedLines(judge, results));
  lines.push(...verdictLines(results, process.stdout.columns ?? 120));
  const average = averageScore(result);
  if (log !== null) logJudgments(log, result);
  if (average !== null) log?.closing(average);
  if (average !== null && isOsHarm) lines.push(average);
  for (const line of lines) (flags.json === true ? process.stderr : process.stdout).write(`${line}\n`);
  if (result.fatal !== null) throw result.fatal;
  const isUnjudged = judged.some(({ results }) =>
    results.some(({ state }) => state === 'failed' || state === 'unscored'),
  );
  if (stopped || isUnjudged || result.made.some((one) => one.result.outcome === 'error')) process.exitCode = 1;
}

/** Null where no model of ours is called: reference agents, and agents that call their own. */
function askedModel(settings: RunSettings): string | null {
  const model = settings.agent === undefined ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  return model === undefined || isReferenceAgent(model) ? null : model;
}

/** What the real sweep will ask for; null where the key is set or none is needed. */
function missingKey(model: string, environment: NodeJS.Dict<string>): string | null {
  try {
    keyOf(resolveModel(model, environment), environment);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
