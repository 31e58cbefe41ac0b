import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { type RunResult, readResult } from '../../results/model/run-result.ts';
import { parseConditions } from '../../results/report/compare/fail-if.ts';
import { sweepNames } from '../../results/report/compare/metric-values.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { SweepControl } from '../../runs/sweep/sweep-control.ts';
import { earlierUsd } from '../library/earlier-cost.ts';
import { type ExecutedSweeps, executeSweeps } from '../library/execute-sweeps.ts';
import type { PreparedSweeps } from '../library/prepare-sweep.ts';
import { type WrittenPilot, writePilot } from '../library/write-pilot.ts';
import { checkModels, isFailed } from './fail-checks.ts';
import { jsonReporter } from './reporters/json.ts';
import { junitReporter } from './reporters/junit.ts';
import { osHarmReporter } from './reporters/os-harm.ts';
import { pluggedReporter } from './reporters/plugged.ts';
import {
  type EndedSweep,
  type ReportedEvent,
  type SweepReporter,
  type SweepView,
  sweepView,
} from './reporters/sweep-reporter.ts';
import { terminalReporter } from './reporters/terminal.ts';
import type { RunFlags } from './setting-flags.ts';
import { comparedPairs } from './sweep-comparison.ts';
import { stoppedCode, untilStopped } from './until-stopped.ts';

/** Executes and judges the remaining runs of a sweep and reports it. Throws the error that ended the sweep. */
export async function executeAndReport(prepared: PreparedSweeps, flags: RunFlags): Promise<void> {
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
  const control = new SweepControl(view.runs, {
    out: view.resultDir,
    parallel: sweep.request.parallel,
    meter: port.meter,
  });
  const running = new Set<string>();
  const work = (signal: AbortSignal) =>
    executeSweeps(prepared, {
      signal,
      log: osHarm?.log ?? undefined,
      control,
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
  // The oracles judge every sweep, so conditions use their verdicts.
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

/**
 * Findings that make the command exit with 1: a run failed or is not judged, an agent is paused, a condition failed, or
 * a check prevented a pilot's file.
 */
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
