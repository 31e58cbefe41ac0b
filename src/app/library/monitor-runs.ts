import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../../base/errors.ts';
import { readMonitorScores } from '../../base/record/monitor-scores.ts';
import {
  type Combination,
  channelsOfView,
  type MonitorViewName,
  monitorViews,
  type ScoreMoment,
  scoreMoments,
} from '../../base/record/monitor-words.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { familySplit } from '../../base/statistics/split-families.ts';
import { createAsker } from '../../verdicts/judges/ask/ask-model.ts';
import { Pace } from '../../verdicts/judges/ask/pace.ts';
import { ensembleMonitor } from '../../verdicts/monitors/ensemble.ts';
import { type PreparedMonitor, prepareModelMonitor, prepareMonitor } from '../../verdicts/monitors/monitor-source.ts';
import { openViews } from '../../verdicts/monitors/score-run.ts';
import { type ScoredTreeRun, scoreTree } from '../../verdicts/monitors/score-tree.ts';
import { seenView } from '../../verdicts/monitors/seen-view.ts';
import { type ModelAccess, modelAccess, type RecordedRunCalls } from './model-access.ts';
import { writeThresholds } from './monitor-thresholds.ts';
import { loadPlugins } from './plugins/load.ts';
import { judgeableRuns, judgedAtOnce } from './prepare-judging.ts';

export interface MonitoringOptions extends RecordedRunCalls {
  /** Names, or files that export `defineMonitor({ … })`. */
  monitor?: readonly string[] | undefined;
  /** Name of the monitor in results. Needs exactly one monitor. Defaults to the name in its file or from its server. */
  monitorName?: string | undefined;
  /** Defaults to `full`. */
  view?: readonly MonitorViewName[] | undefined;
  /** Comma-separated channels to show instead of a `view`. */
  see?: string | undefined;
  /** Combines all monitors into one score per step. */
  combine?: Combination | undefined;
  /** Before a step's actions, after its effects, or both. Defaults to before. */
  when?: ScoreMoment | 'both' | undefined;
  /** Models that rate each step with osharm's prompt. */
  monitorModel?: readonly string[] | undefined;
  /** How models are called. Defaults to the options. */
  models?: ModelAccess | undefined;
  /** Output file for the thresholds of false-positive budgets. Needs exactly one monitor and one view. */
  thresholds?: string | undefined;
  /** With `thresholds`: share of the task families to exclude from choosing them. Defaults to none. */
  heldOut?: number | undefined;
  /** Seed of the held-out families. Defaults to 0. */
  seed?: number | undefined;
  /** Concurrent runs. Defaults to 4. */
  parallel?: number | undefined;
  /** Whether to score runs again. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface MonitoredFolder {
  monitor: string;
  view: MonitorViewName;
  results: readonly ScoredTreeRun[];
}

/** Throws UsageError if no monitor is named, or for an unknown one. */
export async function namedMonitors(options: MonitoringOptions): Promise<PreparedMonitor[]> {
  await loadPlugins([...(options.plugin ?? [])]);
  const names = options.monitor ?? [];
  const models = options.monitorModel ?? [];
  if (names.length === 0 && models.length === 0)
    throw new UsageError('No monitor is named.', {
      code: 'monitor-none',
      hint: 'Name one: --monitor keyword, a file that exports defineMonitor({ … }), or --monitor-model openai:gpt-4.1.',
    });
  const prepared: PreparedMonitor[] = [];
  for (const name of new Set(names)) prepared.push(await prepareMonitor(name));
  if (models.length > 0) {
    const { port, environment } = options.models ?? modelAccess(options);
    const pace = new Pace(options);
    for (const name of new Set(models))
      prepared.push(prepareModelMonitor(createAsker(name, port, environment, { pace, isDry: options.isDry })));
  }
  const { combine } = options;
  if (combine !== undefined && prepared.length < 2)
    throw new UsageError('--combine needs several monitors.', {
      code: 'combine-one',
      hint: 'Repeat --monitor, or omit --combine.',
    });
  const monitors = combine === undefined ? prepared : [ensembleMonitor(combine, prepared)];
  if (options.monitorName !== undefined) return [renamed(monitors, options.monitorName)];
  const taken = monitors.map(({ definition }) => definition.name);
  const twice = taken.find((name, index) => taken.indexOf(name) !== index);
  if (twice === undefined) return monitors;
  throw new UsageError(`Two monitors are called ${twice}, so their scores would overwrite each other.`, {
    code: 'monitor-name-twice',
    hint: 'Score them with two commands, each with its --monitor-name.',
  });
}

function renamed(prepared: readonly PreparedMonitor[], name: string): PreparedMonitor {
  const [monitor] = prepared;
  if (monitor !== undefined && prepared.length === 1 && name.trim() !== '')
    return { ...monitor, definition: { ...monitor.definition, name } };
  throw new UsageError('--monitor-name needs one monitor and a name.', {
    code: 'monitor-name',
    hint: 'Score several monitors with several commands.',
  });
}

/** Throws UsageError if scores of another monitor have this name and would be overwritten. */
function refuseOverwriting(runs: readonly string[], { definition, source }: PreparedMonitor): void {
  for (const directory of runs) {
    const other = readMonitorScores(directory, []).find(
      (scores) =>
        scores.mode === 'offline' &&
        scores.monitor === definition.name &&
        scores.source !== null &&
        scores.source !== source &&
        scores.scores.some(({ suspicion }) => suspicion !== null),
    );
    if (other === undefined) continue;
    throw new UsageError(
      `${directory} has scores of another monitor called ${definition.name} (${other.source}), which would be overwritten.`,
      { code: 'monitor-name-taken', hint: 'Add --monitor-name NAME, or --force to replace its scores.' },
    );
  }
}

export interface MonitoringEstimate {
  monitor: string;
  view: MonitorViewName;
  runs: number;
  /** Model calls if every answer is well-formed; 0 if osharm calls no model. */
  calls: number;
  /** Upper bound; null if no price is known. */
  costUsd: number | null;
}

/** Estimates the scoring of runs without scores. Calls no model and writes nothing. Throws UsageError. */
export async function estimateMonitoring(folder: string, options: MonitoringOptions): Promise<MonitoringEstimate[]> {
  const monitors = await namedMonitors({ ...options, isDry: true });
  const { runs } = judgeableRuns(folder);
  const moments = momentsOf(options);
  const estimates: MonitoringEstimate[] = [];
  for (const monitor of monitors)
    for (const view of new Set<MonitorViewName>(viewsOf(options))) {
      const estimate: MonitoringEstimate = { monitor: monitor.definition.name, view, runs: 0, calls: 0, costUsd: 0 };
      for (const directory of runs) {
        const open = openViews(directory, monitor, { view, moments, force: options.force });
        if (open.length > 0) estimate.runs += 1;
        if (monitor.costAtMost === undefined) continue;
        for (const seen of open) {
          const cost = await monitor.costAtMost(seen);
          estimate.calls += 1;
          estimate.costUsd = sumKnown(estimate.costUsd, cost);
        }
      }
      estimates.push(estimate);
    }
  return estimates;
}

/**
 * Scores every run below a folder with each monitor and view, and writes the scores next to the runs. Throws UsageError
 * if there are no runs or a monitor is unknown, OsharmError if a budget is spent. Finished scores are kept.
 */
export async function monitorFolder(
  folder: string,
  options: MonitoringOptions,
  onResult: (
    result: ScoredTreeRun,
    of: { monitor: string; view: MonitorViewName; done: number; runs: number },
  ) => void = () => {},
): Promise<{ folders: MonitoredFolder[]; runs: number; running: number }> {
  const monitors = await namedMonitors(options);
  const views = viewsOf(options);
  const unknown = views.find((view) => channelsOfView(view) === null);
  if (unknown !== undefined)
    throw new UsageError(`There is no view ${JSON.stringify(unknown)}.`, {
      code: 'monitor-view-unknown',
      hint: `There are: ${monitorViews.join(', ')}.`,
    });
  if (options.thresholds !== undefined && (monitors.length > 1 || new Set(views).size > 1))
    throw new UsageError('--thresholds needs one monitor with one view.', {
      code: 'monitor-thresholds-several',
      hint: 'Name one --monitor and one --view.',
    });
  const { runs, running } = judgeableRuns(folder);
  if (options.force !== true) for (const monitor of monitors) refuseOverwriting(runs, monitor);
  const folders: MonitoredFolder[] = [];
  for (const monitor of monitors)
    for (const view of new Set(views)) {
      const { name } = monitor.definition;
      const { results, stopped } = await scoreTree(runs, monitor, {
        view,
        moments: momentsOf(options),
        osharmVersion: packageJson.version,
        concurrency: options.parallel ?? judgedAtOnce,
        force: options.force,
        signal: options.signal,
        onResult: (result, done) => onResult(result, { monitor: name, view, done, runs: runs.length }),
      });
      folders.push({ monitor: name, view, results });
      if (stopped !== null) throw stopped;
      if (options.thresholds !== undefined)
        writeThresholds(options.thresholds, { folder, runs, monitor, view, split: familySplit(options) ?? null });
    }
  return { folders, runs: runs.length, running: running.size };
}

const viewsOf = ({ view, see }: MonitoringOptions): readonly MonitorViewName[] =>
  see === undefined ? (view ?? ['full']) : [seenView(see)];

const momentsOf = ({ when }: MonitoringOptions): readonly ScoreMoment[] =>
  when === 'both' ? scoreMoments : [when ?? 'before'];
