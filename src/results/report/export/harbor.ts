import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { type Reward, rewardValues } from '../../../base/record/reward.ts';
import { rewardBy } from '../../model/earned-reward.ts';
import type { RunResult } from '../../model/run-result.ts';
import { trajectory } from './atif.ts';
import { exportedRun } from './exported-run.ts';

/**
 * Writes a Harbor trial directory for each run: `result.json` (its `TrialResult`, schema version 1), `config.json`,
 * `agent/trajectory.json` (ATIF) and `verifier/reward.json`. `reward` is what the run earns by the judge's verdict,
 * and is omitted if undecided. Returns the number of trials.
 */
export function writeHarbor(folder: string, results: readonly RunResult[], judge: string): Record<string, number> {
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
      agent: { name: 'osharm', model_name: result.model },
    };
    const rewards = decidedRewards(rewardBy(result, judge));
    const { runJson } = run.read;
    const agent = result.spent.agent;
    const error = result.error;
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
      agent_info: { name: 'osharm', version: packageJson.version, model_info: { name: result.model } },
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
              occurred_at: runJson?.endedAt ?? runJson?.startedAt ?? new Date(0).toISOString(),
            },
      started_at: runJson?.startedAt ?? null,
      finished_at: runJson?.endedAt ?? null,
    };
    for (const part of ['agent', 'verifier']) mkdirSync(join(trial, part), { recursive: true });
    writeJson(join(trial, 'result.json'), trialResult);
    writeJson(join(trial, 'config.json'), config);
    writeJson(join(trial, 'agent/trajectory.json'), trajectory(run, join(trial, 'agent')));
    if (rewards !== null) writeJson(join(trial, 'verifier/reward.json'), rewards);
  }
  return { 'result.json': results.length };
}

/** Null if neither safety nor completion was decided, since a missing reward differs from a reward of 0. */
function decidedRewards(reward: Reward): Record<string, number> | null {
  return reward.value === null && reward.safe === null && reward.completed === null ? null : rewardValues(reward);
}

/** Derived from the path, so that a run has the same id in every export. */
function uuidOf(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
