import { counted } from '../../base/record/counted.ts';
import type { CallCost } from '../../base/record/part-blocks.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { type SkippedTask, skippedName } from '../../runs/plan/plan-runs.ts';
import { agentOf, injectionName, label, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { causeOf } from '../../runs/sweep/equal-errors.ts';
import type { SweepEnd, SweepResult } from '../../runs/sweep/sweep.ts';

const mostNames = 3;

export function sweepSummary(
  { executed, elsewhere, fatal, ends }: SweepResult,
  counts: { total: number; complete: number; withoutAction: number; reruns: number },
  options: {
    stopped: boolean;
    resultDir: string;
    skipped?: readonly SkippedTask[];
    nameOf?: (run: PlannedRun) => string;
  },
): string[] {
  const { nameOf = label } = options;
  const errors = executed.filter(({ result }) => result.outcome === 'error');
  const finished = executed.filter(({ result }) => result.conclusion !== null).length;
  const lines = [
    `${counted(counts.total, 'run')}: ${finished} finished now, ${counts.complete} complete before, ${counted(errors.length, 'error')}` +
      `${counts.reruns > 0 ? `, ${counted(counts.reruns, 'rerun')} after an infrastructure error` : ''}` +
      `${elsewhere.length > 0 ? `, ${elsewhere.length} in another process` : ''}.`,
  ];
  // Errors that ended the sweep or paused an agent are printed separately.
  const spent = new Set(ends.flatMap(({ paused }) => (paused?.times === null ? [paused.error] : [])));
  const messages = errors.flatMap(({ run, result: { error } }) =>
    error === null || error === fatal || spent.has(error) ? [] : [{ run, error }],
  );
  for (const some of Map.groupBy(messages, ({ run, error }) => causeOf(error, run)).values()) {
    const [{ error }] = some as [(typeof some)[number]];
    const names = some.slice(0, mostNames).map(({ run }) => nameOf(run));
    const more = some.length > mostNames ? ` and ${some.length - mostNames} more` : '';
    lines.push(`  ${some.length === 1 ? '' : `${some.length} × `}${error.code} (${error.blame}): ${error.message}`);
    lines.push(`    in ${names.join(', ')}${more}`);
    if (error.hint !== undefined) lines.push(`    → ${error.hint}`);
  }
  if (counts.withoutAction > 0)
    lines.push(
      `${counts.withoutAction} of ${counted(counts.total, 'run')} ended without a single action. Their verdicts don’t show that the agent is safe.`,
    );
  lines.push(...controlLines(executed), ...unscoredLines(executed), ...pauseLines(ends, fatal));
  for (const skipped of new Set(options.skipped?.map((task) => `${skippedName(task)}: ${task.reason}`)))
    lines.push(`Skipped: ${skipped}`);
  lines.push(...savedLines(executed));
  const isSeveral = agentsOf(ends).length > 1;
  for (const { sweep, width, difference } of ends)
    lines.push(
      ...[...widthLines(width), ...differenceLines(difference)].map((line) =>
        isSeveral ? `${agentOf(sweep.request)}: ${line}` : line,
      ),
    );
  // Runs that a sweep skipped because it reached its target don't count as remaining.
  const openRuns = ends.flatMap(({ sweep, width, difference }) =>
    width === null && difference === null ? sweep.runs.filter((run) => !run.isComplete) : [],
  );
  const gone = new Set([
    ...elsewhere,
    ...executed.flatMap(({ run, result }) => (result.conclusion === null ? [] : run)),
  ]);
  const left = openRuns.filter((run) => !gone.has(run)).length;
  if (left > 0) {
    lines.push(
      `${options.stopped ? 'Stopped. ' : ''}${left === 1 ? '1 run remains; the same command runs only that one' : `${left} runs remain; the same command runs only those`}.`,
    );
  }
  lines.push(`Results: ${options.resultDir}`);
  return lines.map((line) => line.match(/^ */)?.[0] + printable(line.trimStart()));
}

const agentsOf = (ends: SweepResult['ends']): string[] => [...new Set(ends.map(({ sweep }) => agentOf(sweep.request)))];

/** Explains why agents were paused. The error that ended the whole sweep is printed elsewhere. */
function pauseLines(ends: SweepResult['ends'], fatal: SweepResult['fatal']): string[] {
  const agents = agentsOf(ends);
  return agents.flatMap((agent) => {
    const pauses = ends.flatMap(({ sweep, paused }) =>
      agentOf(sweep.request) === agent && paused !== null ? paused : [],
    );
    const [pause] = pauses;
    if (pause === undefined || (pause.error === fatal && agents.length === 1)) return [];
    const { error, times } = pause;
    const left = counted(
      pauses.reduce((sum, each) => sum + each.left, 0),
      'run',
    );
    if (times === null)
      return [
        `${agent} paused (${error.code}): ${error.message} ${left} remain.`,
        ...(error.hint === undefined ? [] : [`    → ${error.hint}`]),
      ];
    const who = agents.length === 1 ? 'Stopped' : `${agent} paused`;
    return [
      `${who} after ${counted(times, 'error')} of one cause in a row (${error.code}): ${left} remain. --max-equal-errors 0 runs them all.`,
    ];
  });
}

/** Returns the cost of monitors and protocols. */
function controlLines(executed: SweepResult['executed']): string[] {
  const costs = executed.flatMap(({ result: { runJson } }) => runJson.monitor?.cost ?? []);
  const part = (what: string, list: readonly CallCost[]): string[] => {
    const calls = list.reduce((sum, cost) => sum + cost.calls, 0);
    const costUsd = list.reduce<number | null>((sum, cost) => sumKnown(sum, cost.costUsd), 0);
    if (calls === 0) return [];
    const price = costUsd === null ? ', price unknown' : costUsd > 0 ? `, $${costUsd.toFixed(2)}` : '';
    return [`${what} ${counted(calls, 'call')}${price}`];
  };
  const parts = [
    ...part(
      'the monitor',
      costs.map(({ monitor }) => monitor),
    ),
    ...part(
      'samples',
      costs.map(({ resampling }) => resampling),
    ),
    ...part(
      'the trusted model',
      costs.map(({ trusted }) => trusted),
    ),
  ];
  return parts.length === 0 ? [] : [`Control: ${parts.join('; ')}.`];
}

function unscoredLines(executed: SweepResult['executed']): string[] {
  const watched = executed.flatMap(({ result: { runJson } }) => runJson.monitor ?? []);
  const lacking = watched.filter(({ unscored }) => unscored > 0);
  if (lacking.length === 0) return [];
  const steps = lacking.reduce((sum, { unscored }) => sum + unscored, 0);
  const executedSteps = lacking.filter(({ onUnscored }) => onUnscored === 'allow');
  const all = executedSteps.length === lacking.length;
  const what = all
    ? 'They were executed. With --on-unscored block, they are not.'
    : executedSteps.length === 0
      ? 'They were not executed.'
      : 'Some were executed.';
  return [
    `The monitor did not score ${counted(steps, 'step')} in ${lacking.length} of ${counted(watched.length, 'run')}. ${what}`,
  ];
}

function savedLines(executed: SweepResult['executed']): string[] {
  const early = executed.flatMap(({ result }) => result.runJson.stoppedEarly ?? []);
  const steps = early.reduce((sum, { stepsLeft }) => sum + stepsLeft, 0);
  return early.length === 0
    ? []
    : [`${counted(early.length, 'run')} ended early, once an oracle was sure: up to ${counted(steps, 'step')} saved.`];
}

function widthLines(width: SweepEnd['width']): string[] {
  if (width === null) return [];
  const { rate, low, high, decided, repeats, spared } = width;
  const percent = (share: number): string => (share * 100).toFixed(1);
  const { least, most } = repeats;
  const after = least === most ? counted(most, 'repeat') : `${least} to ${counted(most, 'repeat')} of each task`;
  return [
    `Narrow enough after ${after}: ${percent(rate)} % unsafe (${counted(decided, 'decided run')}), between ${percent(low)} and ${percent(high)} % (95 %, valid at every look). ${counted(spared, 'run')} skipped.`,
  ];
}

function differenceLines(decided: SweepEnd['difference']): string[] {
  if (decided === null) return [];
  const { difference, low, high, pairs, rounds, spared } = decided;
  const points = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}`;
  return [
    `Different after ${counted(rounds, 'repeat')}: ${points(difference)} points unsafe against the other folder, between ${points(low)} and ${points(high)} (${counted(pairs, 'pair')}, 95 %, valid at every look). ${counted(spared, 'run')} skipped.`,
  ];
}

/** `width` and `difference` are those of the first agent; `agents` lists each agent's. */
export function sweepAsJson({ executed, elsewhere, ends }: SweepResult): {
  runs: unknown[];
  elsewhere: string[];
  width: SweepEnd['width'];
  difference: SweepEnd['difference'];
  agents: unknown[];
} {
  return {
    width: ends[0]?.width ?? null,
    difference: ends[0]?.difference ?? null,
    agents: ends.map(({ sweep, width, difference, paused }) => ({
      agent: agentOf(sweep.request),
      subset: sweep.request.subset,
      runs: sweep.runs.length,
      width,
      difference,
      paused:
        paused === null
          ? null
          : { code: paused.error.code, message: paused.error.message, times: paused.times, left: paused.left },
    })),
    runs: executed.map(({ run, result }) => ({
      agent: agentOf(run),
      domain: run.domain,
      task: run.taskId,
      injection: injectionName(run),
      repeat: run.repeat,
      directory: run.directory,
      outcome: result.outcome,
      attempts: result.runJson.attempts.length + 1,
      score: result.conclusion?.score.value ?? null,
      judgment: result.conclusion?.effects?.judgment ?? null,
      error: result.runJson.error,
    })),
    elsewhere: elsewhere.map((run) => run.directory),
  };
}
