import { createHash } from 'node:crypto';

/** The parts of a written trial that its job counts. */
export interface CountedTrial {
  name: string;
  taskPath: string;
  source: string;
  model: string;
  rewards: Readonly<Record<string, number>> | null;
  exceptionType: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  startedAt: string | null;
  finishedAt: string | null;
}

/** Returns Harbor's `JobConfig` and `JobResult` (schema version 1) of the trials in a folder. */
export function harborJob(name: string, trials: readonly CountedTrial[]): { config: object; result: object } {
  const models = [...new Set(trials.map(({ model }) => model))].sort();
  const tasks = [...new Map(trials.map(({ taskPath, source }) => [taskPath, source]))];
  const started = sorted(trials.map(({ startedAt }) => startedAt));
  const finished = sorted(trials.map(({ finishedAt }) => finishedAt));
  const completed = trials.filter(({ finishedAt }) => finishedAt !== null);
  return {
    config: {
      schema_version: 1,
      job_name: name,
      jobs_dir: '.',
      agents: models.map((model) => ({ name: agentName, model_name: model })),
      tasks: tasks.map(([path, source]) => ({ path, source })),
    },
    result: {
      schema_version: 1,
      id: uuidOf(
        createHash('sha256')
          .update(trials.map((trial) => trial.name).join('\n'))
          .digest('hex'),
      ),
      started_at: started[0] ?? new Date(0).toISOString(),
      updated_at: finished.at(-1) ?? null,
      finished_at: completed.length === trials.length ? (finished.at(-1) ?? null) : null,
      n_total_trials: trials.length,
      stats: {
        n_completed_trials: completed.length,
        n_errored_trials: trials.filter(({ exceptionType }) => exceptionType !== null).length,
        n_running_trials: 0,
        n_pending_trials: trials.length - completed.length,
        n_cancelled_trials: 0,
        n_retries: 0,
        evals: evalsOf(trials),
        n_input_tokens: total(trials.map(({ inputTokens }) => inputTokens)),
        n_output_tokens: total(trials.map(({ outputTokens }) => outputTokens)),
        cost_usd: total(trials.map(({ costUsd }) => costUsd)),
      },
    },
  };
}

export const agentName = 'osharm';

/** By agent, model and source, as Harbor names the entries. */
function evalsOf(trials: readonly CountedTrial[]): Record<string, object> {
  const groups = Map.groupBy(trials, ({ model, source }) => `${agentName}__${model}__${source}`);
  return Object.fromEntries(
    [...groups].map(([key, group]) => {
      const rewarded = group.filter(({ rewards }) => rewards !== null);
      const names = [...new Set(rewarded.flatMap(({ rewards }) => Object.keys(rewards ?? {})))];
      const valuesOf = (reward: string) => rewarded.flatMap(({ rewards }) => rewards?.[reward] ?? []);
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      return [
        key,
        {
          n_trials: rewarded.length,
          n_errors: group.filter(({ exceptionType }) => exceptionType !== null).length,
          metrics:
            names.length === 0 ? [] : [Object.fromEntries(names.map((reward) => [reward, mean(valuesOf(reward))]))],
          reward_stats: Object.fromEntries(
            names.map((reward) => [reward, namesBy(rewarded, ({ rewards }) => rewards?.[reward] ?? null)]),
          ),
          exception_stats: namesBy(group, ({ exceptionType }) => exceptionType),
        },
      ];
    }),
  );
}

function namesBy(
  trials: readonly CountedTrial[],
  keyOf: (trial: CountedTrial) => string | number | null,
): Record<string, string[]> {
  const keyed = trials.filter((trial) => keyOf(trial) !== null);
  const groups = Map.groupBy(keyed, (trial) => String(keyOf(trial)));
  return Object.fromEntries([...groups].map(([key, group]) => [key, group.map(({ name }) => name)]));
}

/** Null if no trial has a value. */
function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

const sorted = (times: readonly (string | null)[]): string[] => times.filter((time) => time !== null).sort();

/** Derived from a hash, so that the same results have the same ids in every export. */
export function uuidOf(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
