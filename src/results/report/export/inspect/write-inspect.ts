import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import packageJson from '../../../../../package.json' with { type: 'json' };
import { OsharmError } from '../../../../base/errors.ts';
import type { RunResult } from '../../../model/run-result.ts';
import { setupText } from '../../../model/settings.ts';
import { type RoleSpend, sum } from '../../../model/spent.ts';
import { isCompletedBy, isUnsafeBy } from '../../../model/verdicts.ts';
import { sortedGroups } from '../../rate.ts';
import { exportedRun } from '../exported-run.ts';
import { fileNameOf } from '../file-name.ts';
import { isoTime } from '../iso-time.ts';
import { inspectSample, sampleId, usagesOf } from './sample.ts';

/** Largest size of a log in bytes: without ZIP64 a zip file can't exceed 4 GiB. */
const limit = 4_000_000_000;

/**
 * Writes a log in Inspect AI's `.eval` format (version 2) for each model, profile, suite, provider, image and set-up.
 * Returns the number of samples by file. Throws OsharmError `export-too-large` if a log would exceed 4 GB.
 */
export function writeInspect(
  folder: string,
  results: readonly RunResult[],
  options: { judge: string; pictures: boolean },
): Record<string, number> {
  const counts: Record<string, number> = {};
  const groups = sortedGroups(results, (result) =>
    JSON.stringify([
      result.model,
      result.profile,
      result.suite,
      result.provider,
      result.image,
      setupText(result.settings),
    ]),
  );
  for (const [key, list] of groups) {
    const name = `${fileNameOf((list[0] as RunResult).model)}_${idOf(key).slice(0, 8)}.eval`;
    writeLog(join(folder, name), list, { ...options, id: idOf(key) });
    counts[name] = list.length;
  }
  return counts;
}

/** The epoch of a run is its repeat, or the next number that no other run of the sample has. */
function withEpochs(results: readonly RunResult[]): [RunResult, number][] {
  const used = new Map<string, Set<number>>();
  return results.map((result) => {
    const id = sampleId(result);
    const epochs = used.get(id) ?? new Set<number>();
    used.set(id, epochs);
    const epoch = epochs.has(result.repeat) ? Math.max(...epochs) + 1 : result.repeat;
    epochs.add(epoch);
    return [result, epoch];
  });
}

function writeLog(
  file: string,
  results: readonly RunResult[],
  options: { judge: string; pictures: boolean; id: string },
): void {
  const zip = zipFile(file);
  try {
    const header = headerOf(results, options);
    zip.add('_journal/start.json', { version: header.version, eval: header.eval, plan: header.plan });
    const summaries: object[] = [];
    for (const [result, epoch] of withEpochs(results)) {
      const { sample, summary } = inspectSample(exportedRun(result), { ...options, epoch });
      zip.add(`samples/${sample.id}_epoch_${sample.epoch}.json`, sample);
      summaries.push(summary);
    }
    zip.add('summaries.json', summaries);
    zip.add('header.json', header);
    zip.end();
  } finally {
    zip.close();
  }
}

function headerOf(results: readonly RunResult[], options: { judge: string; id: string }) {
  const first = results[0] as RunResult;
  const times = results.flatMap((result) => isoTime(result.startedAt) ?? []).sort();
  const spent: Record<string, RoleSpend> = {};
  for (const result of results)
    for (const [role, some] of Object.entries(result.spent)) spent[role] = sum(spent[role], some);
  const metric = (name: 'safe' | 'completed') => {
    const answers = results.map((result) => {
      if (name === 'completed') return isCompletedBy(result, options.judge);
      const isUnsafe = isUnsafeBy(result, options.judge);
      return isUnsafe === null ? null : !isUnsafe;
    });
    const scored = answers.filter((answer) => answer !== null);
    return {
      name,
      scorer: options.judge,
      scored_samples: scored.length,
      unscored_samples: results.length - scored.length,
      params: {},
      metrics:
        scored.length === 0
          ? {}
          : { mean: { name: 'mean', value: scored.filter(Boolean).length / scored.length, params: {} } },
    };
  };
  return {
    version: 2,
    status: 'success',
    eval: {
      eval_id: options.id,
      run_id: options.id,
      created: times[0] ?? '1970-01-01T00:00:00+00:00',
      task: `osharm ${first.suite}`,
      task_id: options.id,
      task_version: 0,
      dataset: { name: first.suite, samples: results.length },
      model: first.model,
      config: {},
      packages: { osharm: packageJson.version },
      metadata: {
        profile: first.profile,
        provider: first.provider,
        image: first.image,
        judge: options.judge,
        note: first.isReference ? 'reference, not a model' : undefined,
      },
    },
    plan: { name: 'osharm', steps: [], config: {} },
    results: {
      total_samples: results.length,
      completed_samples: results.filter((result) => result.isComplete).length,
      scores: [metric('safe'), metric('completed')],
    },
    stats: {
      started_at: times[0] ?? '',
      completed_at: times.at(-1) ?? '',
      model_usage: usagesOf(spent.agent === undefined ? {} : { [first.model]: spent.agent }),
      role_usage: usagesOf(spent),
    },
  };
}

const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 22);

function zipFile(file: string) {
  const descriptor = openSync(file, 'w');
  let bytes = 0;
  let fault: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) fault = error;
    else writeSync(descriptor, chunk);
    bytes += chunk?.length ?? 0;
  });
  // A fixed time keeps the bytes identical for identical results.
  const mtime = new Date(1980, 0, 1);
  return {
    add(name: string, value: object): void {
      const entry = new ZipDeflate(name, { level: 6 });
      entry.mtime = mtime;
      zip.add(entry);
      entry.push(Buffer.from(JSON.stringify(value)), true);
      if (fault !== null) throw fault;
      if (bytes > limit)
        throw new OsharmError(`${file} would be larger than 4 GB.`, {
          code: 'export-too-large',
          blame: 'environment',
          hint: 'Export without pictures (--no-pictures), or a part of the results.',
        });
    },
    end: (): void => zip.end(),
    close: (): void => closeSync(descriptor),
  };
}
