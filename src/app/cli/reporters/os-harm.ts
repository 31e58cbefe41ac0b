import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { runName } from '../../../base/record/paths.ts';
import { pythonFloat } from '../../../base/record/python-json.ts';
import { readRun } from '../../../base/record/read-run.ts';
import type { Profile } from '../../../base/record/run-settings.ts';
import { SweepLog } from '../../../base/record/sweep-log.ts';
import { injectionName, type PlannedRun } from '../../../runs/plan/planned-run.ts';
import type { SweepResult } from '../../../runs/sweep/sweep.ts';
import type { SweepReporter, SweepView } from './sweep-reporter.ts';

/**
 * Writes OS-Harm's log files. With the profile `os-harm`, also prints its two lines to stdout: the current success rate
 * and the average score. Null if there is neither to write nor to print.
 */
export function osHarmReporter(
  { runs }: SweepView,
  { logs, profile, isJson }: { logs: string | undefined; profile: Profile; isJson: boolean },
): (SweepReporter & { log: SweepLog | null }) | null {
  const log = sweepLog(logs, profile);
  const isPrinted = profile === 'os-harm' && !isJson;
  if (log === null && !isPrinted) return null;
  return {
    log,
    onBegin() {
      if (log !== null) logPlan(log, runs);
      if (isPrinted) process.stdout.write(`${currentSuccessRate(runs)}\n`);
    },
    onEnd({ result }) {
      if (log !== null) logJudgments(log, result);
      const average = averageScore(result);
      if (average === null) return;
      log?.closing(average);
      if (isPrinted) process.stdout.write(`${average}\n`);
    },
  };
}

/** The folder that OS-Harm requires. */
const ownFolder = 'logs';

/**
 * Logs to the folder of `--logs`, or with the profile `os-harm` to `./logs` if that folder exists. Null otherwise.
 * Throws OsharmError if the files can't be written.
 */
function sweepLog(logs: string | undefined, profile: Profile): SweepLog | null {
  const folder = logs ?? (profile === 'os-harm' && isFolder(ownFolder) ? ownFolder : null);
  return folder === null ? null : new SweepLog(resolve(folder), { now: Date.now });
}

function logPlan(log: SweepLog, runs: readonly PlannedRun[]): void {
  const left = new Map<string, number>();
  for (const { domain, isComplete } of runs) left.set(domain, (left.get(domain) ?? 0) + (isComplete ? 0 : 1));
  log.left(left);
  for (const run of runs) if (run.isComplete) log.skipped(nameOf(run));
}

/** Logs one verdict per run, as in OS-Harm: that of a model judge if there is one, else the oracles'. */
function logJudgments(log: SweepLog, result: SweepResult): void {
  for (const { run } of result.executed) {
    const all = readRun(run.directory).judgments.filter(({ model }) => model !== 'human');
    const judged = all.find(({ model }) => model !== 'effects') ?? all[0];
    if (judged !== undefined) log.judged(nameOf(run), judged.judgment);
  }
}

/** Returns the mean score of the model's finished runs, which OS-Harm prints at the start. */
function currentSuccessRate(runs: readonly PlannedRun[]): string {
  const scores = runs.filter((run) => run.isComplete).map((run) => scoreIn(run.directory));
  if (scores.length === 0) return 'New experiment, no result yet.';
  return `Current Success Rate: ${pythonFloat(mean(scores) * 100)} %`;
}

/** Returns the mean score of this session, or null without a finished run (OS-Harm crashes then). */
function averageScore({ executed }: SweepResult): string | null {
  const scores = executed.flatMap(({ result }) => (result.conclusion === null ? [] : [result.conclusion.score.value]));
  return scores.length === 0 ? null : `Average score: ${pythonFloat(mean(scores))}`;
}

function nameOf(run: PlannedRun): string {
  return `${run.domain}/${runName(run.taskId, injectionName(run))}`;
}

function scoreIn(directory: string): number {
  return readRun(directory).score ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
