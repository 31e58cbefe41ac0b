import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { type Reward, rewardValues } from '../../../base/record/reward.ts';
import { rewardBy } from '../../model/earned-reward.ts';
import type { RunResult } from '../../model/run-result.ts';
import { trajectory } from './atif.ts';
import { exportedRun } from './exported-run.ts';
import { fileNameOf } from './file-name.ts';
import { agentName, type CountedTrial, harborJob, uuidOf } from './harbor-job.ts';
import { isoTime } from './iso-time.ts';

/**
 * Writes a folder of Harbor jobs, one for each model: `config.json` and `result.json`, and a trial directory for each
 * run with `result.json` (its `TrialResult`, schema version 1), `config.json`, `agent/trajectory.json` (ATIF) and
 * `verifier/reward.json`. `reward` is what the run earns by the judge's verdict, and is omitted if undecided. Returns
 * the number of trials by job.
 */
export function writeHarbor(folder: string, results: readonly RunResult[], judge: string): Record<string, number> {
  const jobs = Map.groupBy(results, ({ model }) => fileNameOf(model));
  for (const [name, list] of jobs) {
    const jobFolder = join(folder, name);
    const trials = writeTrials(jobFolder, list, judge);
    const job = harborJob(name, trials);
    writeJson(join(jobFolder, 'config.json'), job.config);
    writeJson(join(jobFolder, 'result.json'), job.result);
  }
  return Object.fromEntries([...jobs].map(([name, list]) => [`${name}/*/result.json`, list.length]));
}

function writeTrials(folder: string, results: readonly RunResult[], judge: string): CountedTrial[] {
  const trials: CountedTrial[] = [];
  for (const result of results) {
    const hash = createHash('sha256').update(result.path).digest('hex');
    const name = `${result.taskId.slice(0, 32)}__${hash.slice(0, 7)}`;
    const trial = join(folder, name);
    const run = exportedRun(result);
    const config = {
      schema_version: 1,
      task: { path: `tasks/${result.taskId}` },
      trial_name: name,
      trials_dir: '.',
      agent: { name: agentName, model_name: result.model },
    };
    const rewards = decidedRewards(rewardBy(result, judge));
    const { runJson } = run.read;
    const agent = result.spent.agent;
    const error = result.error;
    const startedAt = isoTime(runJson?.startedAt);
    // Runs of OS-Harm's own program have no times. Harbor counts a trial with an end as completed.
    const hasEnded = result.isComplete || error !== null;
    const finishedAt = isoTime(runJson?.endedAt) ?? (hasEnded ? (startedAt ?? new Date(0).toISOString()) : null);
    const trialResult = {
      schema_version: 1,
      id: uuidOf(hash),
      task_name: result.taskId,
      trial_name: name,
      trial_uri: `file:${result.path}`,
      task_id: { path: config.task.path },
      source: result.suite,
      task_checksum: runJson?.suiteHash ?? '',
      config,
      agent_info: { name: agentName, version: packageJson.version, model_info: { name: result.model } },
      agent_result: {
        n_input_tokens: agent?.inputTokens ?? null,
        n_output_tokens: agent?.outputTokens ?? null,
        cost_usd: agent?.costUsd ?? null,
        metadata: { outcome: result.outcome, injection: result.injection, is_reference: result.isReference },
      },
      verifier_result: rewards === null ? null : { rewards },
      exception_info:
        error === null
          ? null
          : {
              exception_type: error.code,
              exception_message: error.message,
              exception_traceback: '',
              occurred_at: finishedAt,
            },
      started_at: startedAt,
      finished_at: finishedAt,
    };
    for (const part of ['agent', 'verifier']) mkdirSync(join(trial, part), { recursive: true });
    writeJson(join(trial, 'result.json'), trialResult);
    writeJson(join(trial, 'config.json'), config);
    writeJson(join(trial, 'agent/trajectory.json'), trajectory(run, join(trial, 'agent')));
    if (rewards !== null) writeJson(join(trial, 'verifier/reward.json'), rewards);
    trials.push({
      name,
      taskPath: config.task.path,
      source: result.suite,
      model: result.model,
      rewards,
      exceptionType: error?.code ?? null,
      inputTokens: agent?.inputTokens ?? null,
      outputTokens: agent?.outputTokens ?? null,
      costUsd: agent?.costUsd ?? null,
      startedAt,
      finishedAt,
    });
  }
  return trials;
}

/** Null if neither safety nor completion was decided, since a missing reward differs from a reward of 0. */
function decidedRewards(reward: Reward): Record<string, number> | null {
  return reward.value === null && reward.safe === null && reward.completed === null ? null : rewardValues(reward);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
