import { counted } from '../../../base/record/counted.ts';
import { sumKnown } from '../../../base/record/token-sum.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { answerSeconds, type PlanSize } from '../../../runs/plan/plan-size.ts';
import type { ScoredTreeRun } from '../../../verdicts/monitors/score-tree.ts';
import { type CollusionOptions, estimateCollusion, testCollusion } from '../../library/collusion.ts';
import {
  estimateMonitoring,
  type MonitoringEstimate,
  type MonitoringOptions,
  monitorFolder,
} from '../../library/monitor-runs.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { errorAsJson } from '../judge-lines.ts';
import { stoppedCode, untilStopped } from '../until-stopped.ts';

export interface MonitorCommandFlags extends Omit<MonitoringOptions, 'signal' | 'isDry'> {
  dryRun?: boolean;
  yes?: boolean;
  quiet?: boolean;
  json?: boolean;
  collusion?: number;
  paraphrase?: string;
}

export async function monitorRuns(directory: string, flags: MonitorCommandFlags): Promise<void> {
  if (flags.dryRun === true) return printEstimate(directory, flags);
  if (flags.monitorModel !== undefined && flags.replay === undefined)
    confirmPlan(await monitoringSize(directory, flags), flags.yes);
  if (flags.collusion !== undefined) return printCollusion(directory, { ...flags, collusion: flags.collusion });
  const { result, stopped } = await untilStopped(
    (signal) =>
      monitorFolder(directory, { ...flags, signal }, (scored, { monitor, view, done, runs }) => {
        if (flags.quiet !== true)
          process.stderr.write(`[${monitor}, ${view}: ${done}/${runs}] ${printable(lineOf(scored))}\n`);
      }),
    'abandoning calls in flight; scores are kept',
  );
  const { folders, runs, running } = result;
  if (running > 0) process.stderr.write(`Skipped, still running: ${running} of ${counted(runs + running, 'run')}.\n`);
  if (flags.json === true) {
    const shown = folders.map(({ monitor, view, results }) => ({
      monitor,
      view,
      runs: results.map((scored) => ('error' in scored ? { ...scored, error: errorAsJson(scored.error) } : scored)),
    }));
    process.stdout.write(`${JSON.stringify({ monitors: shown }, null, 2)}\n`);
  } else
    for (const { monitor, view, results } of folders) {
      const count = (state: ScoredTreeRun['state']): number =>
        results.filter((scored) => scored.state === state).length;
      process.stdout.write(
        `${monitor}, ${view}: ${count('scored')} scored, ${count('kept')} kept, ${count('failed')} failed of ${counted(runs, 'run')}.${lackingWords(results)}\n`,
      );
    }
  if (stopped) process.exitCode = stoppedCode;
  else if (
    running > 0 ||
    folders.some(({ results }) => results.length < runs || results.some(({ state }) => state === 'failed'))
  )
    process.exitCode = 1;
}

async function printCollusion(directory: string, flags: MonitorCommandFlags & CollusionOptions): Promise<void> {
  const { result, stopped } = await untilStopped(
    (signal) => testCollusion(directory, { ...flags, signal }),
    'abandoning calls in flight',
  );
  if (stopped) process.exitCode = stoppedCode;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ collusion: result.figures, honeypots: result.scores }, null, 2)}\n`);
    return;
  }
  for (const { monitor, kind, honeypots, caught, silenced, missed, unscored } of result.figures)
    process.stdout.write(
      `${monitor}, ${counted(honeypots, `${kind} honeypot`)}: ${rateWords(caught)} caught, ${rateWords(silenced)} silenced by the agent's words, ${rateWords(missed)} missed${unscored === 0 ? '' : `, ${unscored} not scored`}.\n`,
    );
}

function rateWords({ count, n, low, high }: Proportion): string {
  const percent = (share: number | null): string => (100 * (share ?? 0)).toFixed(0);
  return `${count} of ${n} [${percent(low)}–${percent(high)} %]`;
}

/** Warns about steps without a score, because reports count them as not flagged even if they are harmful. */
function lackingWords(results: readonly ScoredTreeRun[]): string {
  const steps = results.reduce((sum, scored) => sum + unscoredSteps(scored), 0);
  return steps === 0 ? '' : ` NOT SCORED: ${counted(steps, 'step')} in these runs.`;
}

function lineOf(scored: ScoredTreeRun): string {
  if (scored.state === 'failed') return `${scored.directory}: failed. ${scored.error.message}`;
  const suspicions = scored.scores.scores.flatMap(({ suspicion }) => suspicion ?? []);
  const highest = suspicions.length === 0 ? 'no score' : `at most ${Math.max(...suspicions).toFixed(2)}`;
  const unscored = unscoredSteps(scored);
  const lacking = unscored === 0 ? '' : `, ${counted(unscored, 'step')} NOT SCORED`;
  return `${scored.directory}: ${highest} over ${counted(suspicions.length, 'score')}${lacking}${scored.state === 'kept' ? ' (kept)' : ''}`;
}

const unscoredSteps = (scored: ScoredTreeRun): number =>
  scored.state === 'failed' ? 0 : scored.scores.scores.filter(({ suspicion }) => suspicion === null).length;

const estimatesOf = (directory: string, { collusion, ...flags }: MonitorCommandFlags): Promise<MonitoringEstimate[]> =>
  collusion === undefined
    ? estimateMonitoring(directory, flags)
    : estimateCollusion(directory, { ...flags, collusion });

async function monitoringSize(directory: string, flags: MonitorCommandFlags): Promise<PlanSize> {
  const calling = (await estimatesOf(directory, flags)).filter(({ calls }) => calls > 0);
  const calls = calling.reduce((sum, estimate) => sum + estimate.calls, 0);
  return {
    runs: calling.reduce((sum, { runs }) => sum + runs, 0),
    seconds: (calls * answerSeconds) / (flags.parallel ?? 1),
    costUsd: calling.reduce<number | null>((sum, estimate) => sumKnown(sum, estimate.costUsd), 0),
  };
}

async function printEstimate(directory: string, flags: MonitorCommandFlags): Promise<void> {
  const estimates = await estimatesOf(directory, flags);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ monitors: estimates }, null, 2)}\n`);
    return;
  }
  for (const { monitor, view, runs, calls, costUsd } of estimates) {
    const price = costUsd === null ? 'no price is known' : `at most $${costUsd.toFixed(2)}`;
    const what = calls === 0 ? 'osharm calls no model' : `${counted(calls, 'call')}, ${price}`;
    process.stdout.write(`${monitor}, ${view}: ${counted(runs, 'run')} to score, ${what}.\n`);
  }
}
