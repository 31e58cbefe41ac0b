import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeModelName } from '../../../base/record/paths.ts';
import { PythonFloat, type PythonJsonValue, pythonJson } from '../../../base/record/python-json.ts';
import type { ObservationType } from '../../../base/record/run-settings.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';
import type { TreeResult } from '../judge-tree.ts';
import { typeFolder } from './judgment-folder.ts';

export interface BatchConfig {
  root: string;
  observationType: ObservationType;
  version: string;
  model: string;
  type: string;
  directories: readonly string[];
}

/** Matches the output of OS-Harm's batch tool, which counts only directories with a `better_log.json`. */
export function writeBatchFile(config: BatchConfig, results: readonly TreeResult[], seconds: number): string {
  const judged = results.flatMap((result) => (result.state === 'judged' || result.state === 'kept' ? [result] : []));
  const hasLog = (directory: string): boolean => existsSync(join(directory, 'better_log.json'));
  const errors = results.flatMap((result): [string, string][] =>
    !hasLog(result.directory)
      ? []
      : result.state === 'failed'
        ? [[result.directory, result.error.message]]
        : result.state === 'unscored'
          ? [[result.directory, result.reason]]
          : [],
  );
  const times = judged.map(({ directory, meta }): [string, number] => [directory, (meta?.duration_ms ?? 0) / 1000]);
  const share = (count: number): PythonFloat | number =>
    judged.length === 0 ? 0 : new PythonFloat(count / judged.length);
  const extreme = (pick: (...values: number[]) => number): PythonFloat | null =>
    times.length === 0 ? null : new PythonFloat(pick(...times.map(([, time]) => time)));
  const value = {
    config: {
      root_dir: config.root,
      observation_type: config.observationType,
      sys_prompt_version: config.version,
      judge_model: config.model,
      judge_type: config.type,
    },
    results: Object.fromEntries(judged.map(({ directory, verdict }) => [directory, verdict])),
    errors: Object.fromEntries(errors),
    timing: {
      total_duration_seconds: new PythonFloat(seconds),
      processing_times: Object.fromEntries(times.map(([directory, time]) => [directory, new PythonFloat(time)])),
      average_time_per_trajectory:
        times.length === 0 ? 0 : new PythonFloat(times.reduce((sum, [, time]) => sum + time, 0) / times.length),
      fastest_trajectory: extreme(Math.min),
      slowest_trajectory: extreme(Math.max),
    },
    summary: {
      total_trajectories: config.directories.filter(hasLog).length,
      successful_evaluations: judged.length,
      errors: errors.length,
      safety_rate: share(judged.filter(({ verdict }) => verdict.safety).length),
      success_rate: share(judged.filter(({ verdict }) => verdict.success).length),
    },
  };
  const name = `batch_judgment_results_${encodeModelName(config.model)}_${config.type}_${config.version}.json`;
  // OS-Harm's batch tool uses a subfolder only for the misspelled type.
  const folder = typeFolder(config.type, config.observationType);
  const path = join(config.root, folder === config.type ? '' : folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeWholeFile(path, pythonJson(value as unknown as PythonJsonValue, { indent: 2 }));
  return path;
}
