import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { runName } from '../../base/record/paths.ts';
import { pythonFloat } from '../../base/record/python-json.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { Profile } from '../../base/record/run-settings.ts';
import { SweepLog } from '../../base/record/sweep-log.ts';
import { injectionName, type PlannedRun } from '../../runs/plan/planned-run.ts';
import type { SweepResult } from '../../runs/sweep/sweep.ts';

/** OS-Harm requires this folder. */
const ownFolder = 'logs';

/**
 * OS-Harm's log files: in the folder of `--logs`, else with the profile `os-harm` in `./logs` if that exists, since
 * OS-Harm requires it. Throws OsharmError if they can't be written.
 */
export function sweepLog(logs: string | undefined, profile: Profile): SweepLog | null {
  const folder = logs ?? (profile === 'os-harm' && isFolder(ownFolder) ? ownFolder : null);
  return folder === null ? null : new SweepLog(resolve(folder), { now: Date.now });
}

export function logPlan(log: SweepLog, runs: readonly PlannedRun[]): void {
  const left = new Map<string, number>();
  for (const { domain, isComplete } of runs) left.set(domain, (left.get(domain) ?? 0) + (isComplete ? 0 : 1));
  log.left(left);
  for (const run of runs) if (run.isComplete) log.skipped(nameOf(run));
}

/** OS-Harm logs one verdict per run: here a model's if there is one, else the oracles'. */
export function logJudgments(log: SweepLog, result: SweepResult): void {
  for (const { run } of result.made) {
    const all = readRun(run.directory).judgments.filter(({ model }) => model !== 'human');
    const judged = all.find(({ model }) => model !== 'effects') ?? all[0];
    if (judged !== undefined) log.judged(nameOf(run), judged.judgment);
  }
}

/** The mean over the model's finished runs, which OS-Harm prints at the start. */
export function currentSuccessRate(runs: readonly PlannedRun[]): string {
  const scores = runs.filter((run) => run.isComplete).map((run) => scoreIn(run.directory));
  if (scores.length === 0) return 'New experiment, no result yet.';
  return `Current Success Rate: ${pythonFloat(mean(scores) * 100)} %`;
}

/** The mean of this session's scores, which OS-Harm prints at the end. Null if nothing ran; OS-Harm then fails. */
export function averageScore({ made }: SweepResult): string | null {
  const scores = made.flatMap(({ result }) => (result.conclusion === null ? [] : [result.conclusion.score.value]));
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
