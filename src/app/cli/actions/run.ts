import { estimateAsText } from '../../../agents/models/estimate-cost.ts';
import { listedModels } from '../../../agents/models/listed-prices.ts';
import { keyOf, resolveModel } from '../../../agents/models/model-name.ts';
import { UsageError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/nearest-name.ts';
import { counted } from '../../../base/record/counted.ts';
import { effectJudgeName } from '../../../base/record/evidence/effect-judgment.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { type RunResult, readResult } from '../../../results/model/run-result.ts';
import { parseConditions } from '../../../results/report/compare/fail-if.ts';
import { sweepNames } from '../../../results/report/compare/metric-values.ts';
import { isLargePlan, planParagraph } from '../../../runs/plan/plan-size.ts';
import { agentOf, type PlannedRun } from '../../../runs/plan/planned-run.ts';
import { withPresetLimits } from '../../../runs/plan/settings/sizes.ts';
import { type CommandOptions, settingNames, settingOf } from '../../../runs/plan/settings/table.ts';
import { planAsJson, planList, planSource, planSummary } from '../../../runs/plan/show-plan.ts';
import { calledModel } from '../../library/called-model.ts';
import { earlierUsd } from '../../library/earlier-cost.ts';
import { type ExecutedSweeps, executeSweeps } from '../../library/execute-sweeps.ts';
import { agentCosts, sweepCost, sweepSize } from '../../library/plan-size.ts';
import { type PreparedSweep, type PreparedSweeps, prepareSweeps, type SweepHost } from '../../library/prepare-sweep.ts';
import { providerOptions } from '../../library/provider-options.ts';
import { queueOf } from '../../library/queues.ts';
import { judgeLabel } from '../../library/run-judges.ts';
import { type WrittenPilot, writePilot } from '../../library/write-pilot.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { closingWithin } from '../ending.ts';
import { checkModels, isFailed } from '../fail-checks.ts';
import { jsonReporter } from '../reporters/json.ts';
import { junitReporter } from '../reporters/junit.ts';
import { osHarmReporter } from '../reporters/os-harm.ts';
import { pluggedReporter } from '../reporters/plugged.ts';
import {
  type EndedSweep,
  type ReportedEvent,
  type SweepReporter,
  type SweepView,
  sweepView,
} from '../reporters/sweep-reporter.ts';
import { terminalReporter } from '../reporters/terminal.ts';
import { withResultsPlace } from '../results-place.ts';
import type { RunFlags } from '../setting-flags.ts';
import { comparedPairs } from '../sweep-comparison.ts';
import { stoppedCode, untilStopped } from '../until-stopped.ts';

/** Replaces OS-Harm's spellings of flags with osharm's. */
function runOptions<F extends CommandOptions>(flags: F): F {
  const options: Record<string, unknown> = { ...flags };
  for (const name of settingNames) {
    const { aliasOf } = settingOf(name);
    if (aliasOf === undefined || flags[name] === undefined) continue;
    options[aliasOf] = flags[name];
    delete options[name];
  }
  return options as F;
}

export async function runSuite(suite: string | undefined, typed: RunFlags, host: SweepHost): Promise<void> {
  refuseLostChecks(typed);
  if (suite !== undefined && typed.suite !== undefined)
    throw new UsageError(`Two suites are named: ${suite} and ${typed.suite}.`, {
      code: 'run-options',
      hint: 'Omit --suite.',
    });
  const options = withPresetLimits(runOptions(typed));
  const flags = await withResultsPlace(suite === undefined ? options : { ...options, suite });
  const isDry = flags.dryRun === true;
  const note = (sentence: string): unknown => process.stderr.write(`note: ${printable(sentence)}\n`);
  const { places, ...settings } = flags;
  await closingWithin(async (printed) => {
    await using prepared = await prepareSweeps(settings, {
      ...host,
      providerOptions: providerOptions(flags),
      isDry,
      places,
      warn: note,
    });
    if (isDry) printPlan(prepared, flags);
    else {
      confirmPlan(sweepSize(prepared, flags), flags.yes);
      if (flags.queue !== undefined) await submitAll(prepared, { ...flags, queue: flags.queue });
      else await runAndReport(prepared, flags);
    }
    const isSkipping = prepared.some(({ sweep }) => sweep.skipped.length > 0);
    if (isSkipping && flags.skipUnsupported !== true) process.exitCode = 1;
    printed();
  });
}

/** Reports an invalid condition before the runs, not after them. */
function refuseLostChecks({ failIf, junit, queue, preset, shareTexts }: RunFlags): void {
  parseConditions(failIf ?? [], sweepNames);
  if (junit !== undefined && failIf === undefined)
    throw new UsageError('--junit writes the result of --fail-if.', {
      code: 'run-options',
      hint: 'Add --fail-if CONDITION.',
    });
  if (failIf !== undefined && queue !== undefined)
    throw new UsageError('Queued runs are executed later, so --fail-if has nothing to check.', {
      code: 'run-options',
      hint: 'Check them afterwards with osharm report --fail-if.',
    });
  if (preset === 'pilot' && queue !== undefined)
    throw new UsageError('Queued runs are executed later, so --preset pilot has nothing to write into pilot.json.', {
      code: 'run-options',
      hint: 'Omit --queue, or use --preset standard --repeat 3.',
    });
  if (shareTexts === true && preset !== 'pilot')
    throw new UsageError('--share-texts is for the file that --preset pilot writes.', {
      code: 'run-options',
      hint: 'Add --preset pilot, or omit --share-texts.',
    });
}

/** Queues each agent's runs as a separate sweep. Workers serve all sweeps of a queue. */
async function submitAll(prepared: PreparedSweeps, flags: RunFlags & { queue: string }): Promise<void> {
  const agents = Map.groupBy(prepared, ({ sweep }) => agentOf(sweep.request));
  const isSeveral = prepared.length > 1;
  if (isSeveral && flags.maxCost !== undefined)
    throw new UsageError('A queue keeps a budget for each agent, and --max-cost is for all of them together.', {
      code: 'queue-several-agents',
      hint: 'Use --max-agent-cost instead.',
    });
  if (agents.size < prepared.length)
    throw new UsageError('A queued sweep has one subset and one attack for each agent.', {
      code: 'queue-several-agents',
      hint: 'Submit one subset and one attack at a time, each with its own --sweep.',
    });
  for (const one of prepared) {
    await submit(one, {
      ...flags,
      ...one.options,
      queue: flags.queue,
      maxCost: one.options.maxAgentCost ?? flags.maxCost,
      sweep:
        isSeveral && flags.sweep !== undefined ? sweepNameOf(flags.sweep, agentOf(one.sweep.request)) : flags.sweep,
    });
  }
}

const sweepNameOf = (sweep: string, agent: string): string =>
  `${sweep}-${agent.replaceAll(/[^a-z0-9_.-]+/gi, '-')}`.slice(0, 63);

async function submit(
  { sweep, judges, models: { port, environment } }: PreparedSweep,
  flags: CommandOptions & { queue: string },
): Promise<void> {
  const queue = await queueOf(flags.queue);
  const { settings } = sweep.request;
  const { name, added, complete, place } = await queue.submit({
    sweep,
    options: flags,
    judges: judges.map(judgeLabel),
    budget: {
      request: {
        model: calledModel(settings),
        settings,
        runs: sweep.runs.filter((run) => !run.isComplete).length,
        judges: judges.map(({ asker }) => asker.address.name),
      },
      prices: port.table,
      environment,
    },
    note: (sentence) => process.stderr.write(`note: ${printable(sentence)}\n`),
  });
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ sweep: name, runs: sweep.runs.length, added })}\n`
      : `Sweep ${name}: ${counted(added, 'run')} queued, ${sweep.runs.length - complete - added} queued before, ${complete} complete.\n` +
          `Start workers: osharm fleet work --queue URL\nResults: ${place}\n`,
  );
}

function printPlan(prepared: PreparedSweeps, flags: RunFlags): void {
  const { parts, agents, runs, skipped, refused } = sweepView(prepared);
  const [{ models }] = prepared;
  const { environment } = models;
  const costs = agentCosts(prepared);
  const { agent: estimate, judges: judging, costUsd } = sweepCost(prepared);
  const size = sweepSize(prepared, flags);
  const called = new Set(costs.flatMap(({ model }) => model ?? []));
  for (const model of flags.replay === undefined ? called : []) {
    const lacking = missingKey(model, environment);
    if (lacking !== null) process.stderr.write(`note: ${printable(lacking)} A dry run calls no model.\n`);
  }
  if (flags.json === true) {
    const { seconds } = size;
    const names = judging.map(({ judge }) => judge);
    const printed = {
      ...planAsJson({ runs, skipped, refused }),
      agents: costs,
      estimate,
      judges: names,
      judging,
      costUsd,
      seconds,
    };
    process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
    return;
  }
  const lines = [planSource(parts), ...planSummary(parts)];
  for (const { name, model, agent } of costs)
    if (agent !== null)
      lines.push(
        `${costs.length === 1 ? 'Agent' : `Agent ${name}`}: ${estimateAsText(agent)}${similarModel(agent.costUsd, model, environment)}`,
      );
  for (const part of judging) lines.push(`Judge ${part.judge}: ${estimateAsText(part)}`);
  const priced = costs.filter(({ agent }) => agent !== null).length + judging.length;
  if (estimate !== null && priced > 1 && costUsd !== null) lines.push(`Together: at most $${costUsd.toFixed(2)}.`);
  if (size.runs > 0) lines.push(planParagraph(size) + (isLargePlan(size) ? ' It starts only with --yes.' : ''));
  if (flags.list === true)
    for (const [agent, ofAgent] of Map.groupBy(parts, ({ request }) => request.settings.model))
      lines.push('', ...(agents.length === 1 ? [] : [`${agent}:`]), ...ofAgent.flatMap(planList));
  for (const line of lines) process.stdout.write(`${line.match(/^ */)?.[0]}${printable(line.trimStart())}\n`);
}

/** Suggests a listed model with a similar name if the model has no price. */
function similarModel(
  costUsd: number | null,
  name: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (costUsd !== null || name === null) return '';
  const { provider, model } = resolveModel(name, environment);
  return didYouMean(model, listedModels(provider));
}

/** Runs and judges what is left of a sweep and reports it. Throws the error that ended the sweep. */
async function runAndReport(prepared: PreparedSweeps, flags: RunFlags): Promise<void> {
  const view = sweepView(prepared);
  const [{ models, sweep }] = prepared;
  const isJson = flags.json === true;
  const osHarm = osHarmReporter(view, { logs: flags.logs, profile: sweep.request.settings.profile, isJson });
  const report = (event: ReportedEvent): void => {
    for (const reporter of reporters) reporter.onEvent?.(event);
  };
  const plugged = pluggedReporter(prepared, (message) => report({ kind: 'warning', message }));
  const reporters: readonly SweepReporter[] = [
    isJson ? jsonReporter(view) : null,
    terminalReporter(view, { isJson }),
    flags.junit === undefined ? null : junitReporter(flags.junit),
    osHarm,
    plugged,
  ].filter((reporter) => reporter !== null);
  for (const reporter of reporters) reporter.onBegin?.();
  const { port } = models;
  if (flags.preset === 'pilot') port.meter.addEarlier(earlierUsd(view.runs));
  port.onRetry = (retry) => report({ kind: 'model-retry', retry });
  port.onWarning = (message) => report({ kind: 'warning', message });
  const running = new Set<string>();
  const work = (signal: AbortSignal) =>
    executeSweeps(prepared, {
      signal,
      log: osHarm?.log ?? undefined,
      onEvent(event) {
        report(event);
        if (event.kind === 'run-started') running.add(view.nameOf(event.run));
        if (event.kind === 'run-ended') running.delete(view.nameOf(event.run));
      },
    });
  const { result: done, stopped } = await untilStopped(work, undefined, () => [...running]);
  const ended = endedSweep(prepared, view, { ...done, stopped }, flags);
  for (const reporter of reporters) await reporter.onEnd?.(ended);
  if (ended.result.fatal !== null) throw ended.result.fatal;
  if (stopped) process.exitCode = stoppedCode;
  else if (hasFindings(ended) || plugged.hasFailed()) process.exitCode = 1;
}

function endedSweep(
  prepared: PreparedSweeps,
  { runs, agents, resultDir }: SweepView,
  done: ExecutedSweeps & { stopped: boolean },
  flags: RunFlags,
): EndedSweep {
  const all = runs.map((run) => readResult(run.directory, resultDir));
  const results = all.filter((item) => item.isComplete);
  const conditions = parseConditions(flags.failIf ?? [], sweepNames);
  // Every sweep has the effect judge's verdicts.
  const checks = checkModels(conditions, all, effectJudgeName);
  return {
    ...done,
    results,
    withoutAction: results.filter((item) => item.actions === 0).length,
    conditions,
    checks,
    isFailed: isFailed(checks, conditions),
    pairs: comparedPairs(results, agents),
    pilot: flags.preset === 'pilot' && !done.stopped ? sharePilot(prepared, runs, all, flags) : null,
  };
}

/** True if the command exits with 1: a run failed, is paused or is not judged, a condition failed, or a pilot holds back its file. */
function hasFindings({ result, judged, isFailed: isConditionFailed, pilot }: EndedSweep): boolean {
  const isUnjudged = judged.some(({ results }) =>
    results.some(({ state }) => state === 'failed' || state === 'unscored'),
  );
  const isPaused = result.ends.some(({ paused }) => paused !== null);
  const hasErrors = result.executed.some((item) => item.result.outcome === 'error');
  return isUnjudged || isConditionFailed || isPaused || hasErrors || (pilot?.found ?? []).length > 0;
}

function sharePilot(
  [first]: PreparedSweeps,
  planned: readonly PlannedRun[],
  runs: readonly RunResult[],
  flags: RunFlags,
): WrittenPilot | null {
  if (!runs.some(({ isComplete }) => isComplete)) return null;
  const whole = { ...first, sweep: { ...first.sweep, runs: [...planned] } };
  return writePilot(whole, { withTexts: flags.shareTexts === true });
}

/** The error that the real sweep would report for a missing key; null if there is none. */
function missingKey(model: string, environment: NodeJS.Dict<string>): string | null {
  try {
    keyOf(resolveModel(model, environment), environment);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
