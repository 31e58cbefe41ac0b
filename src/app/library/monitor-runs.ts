import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../../base/errors.ts';
import { type MonitorViewName, monitorViews, type ScoreMoment, scoreMoments } from '../../base/record/monitor-words.ts';
import { type PreparedMonitor, prepareMonitor } from '../../verdicts/monitors/monitor-source.ts';
import { type ScoredTreeRun, scoreTree } from '../../verdicts/monitors/score-tree.ts';
import { loadPlugins } from './plugins/load.ts';
import { judgeableRuns, judgedAtOnce } from './prepare-judging.ts';

/** Which monitors score recorded runs, and what they see. */
export interface MonitoringOptions {
  /** Names, or files that export `defineMonitor({ … })`. */
  monitor?: readonly string[] | undefined;
  /** What they see; left out: everything. */
  view?: readonly MonitorViewName[] | undefined;
  /** Before a step's actions, after its effects, or both; left out: before. */
  when?: ScoreMoment | 'both' | undefined;
  plugin?: readonly string[] | undefined;
  /** Runs scored at a time; left out: four. */
  parallel?: number | undefined;
  /** Score again what is scored. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Scores of one monitor with one view. */
export interface MonitoredFolder {
  monitor: string;
  view: MonitorViewName;
  results: readonly ScoredTreeRun[];
}

/** The monitors that options name. Throws UsageError where they name none, or one that isn't there. */
export async function namedMonitors(options: MonitoringOptions): Promise<PreparedMonitor[]> {
  await loadPlugins([...(options.plugin ?? [])]);
  const names = options.monitor ?? [];
  if (names.length === 0)
    throw new UsageError('No monitor is named.', {
      code: 'monitor-none',
      hint: 'Name one: --monitor keyword, or a file that exports defineMonitor({ … }).',
    });
  const prepared: PreparedMonitor[] = [];
  for (const name of new Set(names)) prepared.push(await prepareMonitor(name));
  return prepared;
}

/**
 * Scores every run below a folder with each monitor and view, and writes the scores beside the runs. Throws UsageError where there is
 * no run or no such monitor; OsharmError where a budget is spent: what is scored is kept.
 */
export async function monitorFolder(
  folder: string,
  options: MonitoringOptions,
  onResult: (
    result: ScoredTreeRun,
    of: { monitor: string; view: MonitorViewName; done: number; runs: number },
  ) => void = () => {},
): Promise<{ folders: MonitoredFolder[]; runs: number; making: number }> {
  const monitors = await namedMonitors(options);
  const views = options.view ?? ['full'];
  const unknown = views.find((view) => !monitorViews.includes(view));
  if (unknown !== undefined)
    throw new UsageError(`There is no view ${JSON.stringify(unknown)}.`, {
      code: 'monitor-view-unknown',
      hint: `There are: ${monitorViews.join(', ')}.`,
    });
  const { runs, making } = judgeableRuns(folder);
  const folders: MonitoredFolder[] = [];
  for (const monitor of monitors)
    for (const view of new Set(views)) {
      const { name } = monitor.definition;
      const { results, stopped } = await scoreTree(runs, monitor, {
        view,
        moments: options.when === 'both' ? scoreMoments : [options.when ?? 'before'],
        osharmVersion: packageJson.version,
        concurrency: options.parallel ?? judgedAtOnce,
        force: options.force,
        signal: options.signal,
        onResult: (result, done) => onResult(result, { monitor: name, view, done, runs: runs.length }),
      });
      folders.push({ monitor: name, view, results });
      if (stopped !== null) throw stopped;
    }
  return { folders, runs: runs.length, making: making.size };
}
