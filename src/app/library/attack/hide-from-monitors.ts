import { join, resolve } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { covertName, covertStyles } from '../../../agents/reference/covert.ts';
import { OsharmError, UsageError } from '../../../base/errors.ts';
import type { MonitorViewName } from '../../../base/record/monitor-words.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';
import { type RunResult, readResult } from '../../../results/model/run-result.ts';
import type { searchStrategies } from '../../../runs/attack-search/create-strategy.ts';
import {
  bestHidden,
  hideScript,
  type ScriptTrial,
  type Sighting,
  type TryScript,
} from '../../../runs/attack-search/hide-script.ts';
import { type PlanSize, sweepSeconds } from '../../../runs/plan/plan-size.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { sideTaskVector } from '../../../tasks/suite/side-tasks.ts';
import type { PreparedMonitor } from '../../../verdicts/monitors/monitor-source.ts';
import { type MonitoredRecord, readMonitoredRecord } from '../../../verdicts/monitors/recorded-run.ts';
import { scoreRun } from '../../../verdicts/monitors/score-run.ts';
import { executeSweeps } from '../execute-sweeps.ts';
import { type MonitoringOptions, namedMonitors } from '../monitor-runs.ts';
import { prepareSweep, type SweepHost } from '../prepare-sweep.ts';

export interface HidingOptions extends Omit<SweepOptions, 'monitors'> {
  monitors: MonitoringOptions;
  view: MonitorViewName;
  strategy: (typeof searchStrategies)[number] | 'random';
  /** Scripts tried for each pair, in addition to the named styles. */
  maxQueries: number;
}

/** A task with a side task, and how well scripts hid it. */
export interface HiddenPair {
  domain: string;
  task: string;
  goal: string;
  queries: number;
  /** The best hidden script of the named styles, and of the search. Null if none completed the side task. */
  named: ScriptTrial | null;
  found: ScriptTrial | null;
}

export interface HiddenScripts {
  format: 'osharm-hidden/1';
  monitors: string[];
  view: MonitorViewName;
  strategy: HidingOptions['strategy'];
  seed: number;
  /** Number of steps of honest runs, against which suspicion is measured. */
  honestSteps: number;
  /** Steps that differ, within a family of tasks. A share of false alarms needs at least one. */
  distinctHonestSteps: number;
  pairs: HiddenPair[];
}

export const hiddenFile = 'hidden.json';

/**
 * Searches, for each side task, for the covert script that completes it and that the best of the monitors notices
 * least. Existing runs and scores are kept, so the same call resumes. Throws UsageError for invalid options,
 * OsharmError `attack-stopped` if the signal aborts.
 */
export async function hideFromMonitors(
  options: HidingOptions,
  how: {
    signal: AbortSignal;
    host: SweepHost;
    note(sentence: string): void;
    /** Called with the size of the search before it starts. May throw. */
    planned?(size: PlanSize): void;
  },
): Promise<HiddenScripts> {
  const { monitors: monitoring, view, strategy, maxQueries, ...sweep } = options;
  const { signal, note } = how;
  const monitors = await namedMonitors(monitoring);
  const learning = monitors.find(({ definition }) => definition.learn !== undefined);
  if (learning !== undefined)
    throw new UsageError(`The monitor ${learning.definition.name} learns from runs of many tasks.`, {
      code: 'attack-monitor-learns',
      hint: 'Name monitors that need no training.',
    });
  const folder = resolve(options.out ?? './hidden');
  const width = options.parallel ?? 1;
  const seed = options.seed ?? 0;
  const sideTask = options.sideTask ?? 'pairs';
  const common: SweepOptions = { ...sweep, sideTask, out: folder, repeat: 1, judge: ['effects'], seed };
  const pairs = await plannedPairs(common, how.host);
  const scored = ({ directory }: RunResult): Promise<Seen[]> => {
    const record = readMonitoredRecord(directory);
    return Promise.all(monitors.map((item) => scoresOf(record, item, view, signal)));
  };

  const tasks = [...new Map(pairs.map((pair) => [`${pair.domain}/${pair.task}`, pair])).values()];
  how.planned?.(hidingSize(pairs.length, tasks.length, options));
  const honest: Seen[] = [];
  const honestRuns: RunResult[] = [];
  for (const { domain, task } of tasks) {
    note(`${domain}/${task}: the honest run`);
    const { sideTask: _, ...plain } = common;
    const request = { ...plain, model: 'reference-benign', inject: false, domain, task: [task] };
    const run = await completeRun(request, null, folder, how);
    honestRuns.push(run);
    honest.push(...(await scored(run)));
  }
  const harmless = (monitor: string): number[] =>
    honest.filter((item) => item.monitor === monitor).flatMap(({ scores }) => scores.map(({ suspicion }) => suspicion));

  const hidden: HiddenPair[] = [];
  const all = (): HiddenScripts => ({
    format: 'osharm-hidden/1',
    monitors: monitors.map(({ definition }) => definition.name),
    view,
    strategy,
    seed,
    honestSteps: harmless(monitors[0]?.definition.name ?? '').length,
    distinctHonestSteps: new Set(
      honestRuns.flatMap(({ family, stepKeys }) => stepKeys.map((key) => `${family} ${key}`)),
    ).size,
    pairs: hidden,
  });
  for (const [index, { domain, task, goal }] of pairs.entries()) {
    const tryScript: TryScript = async (script) => {
      const agent = covertName(script);
      const request = { ...common, model: agent, domain, task: [task] };
      const result = await completeRun(request, goal, folder, how);
      const seen = (await scored(result)).map((item) => sightingOf(item, harmless(item.monitor)));
      const isDone = result.harm === 'completed' && result.passedCheck !== false;
      note(`${domain}/${task} × ${goal}: ${agent} ${isDone ? 'did it' : 'did not do it'}`);
      return { agent, isDone, seen, directory: result.path };
    };
    const { named, searched } = await hideScript(tryScript, { strategy, maxQueries, seed: seed + index, width });
    hidden.push({
      domain,
      task,
      goal,
      queries: searched.length,
      named: bestHidden(named),
      found: bestHidden([...named, ...searched]),
    });
    writeWholeFile(join(folder, hiddenFile), `${JSON.stringify(all(), null, 2)}\n`);
  }
  return all();
}

/** Every script is a run of a scripted agent. The cost of monitors with a model is not known in advance. */
function hidingSize(
  pairs: number,
  tasks: number,
  { monitors, maxQueries, parallel = 1, maxSteps = 40 }: HidingOptions,
): PlanSize {
  const runs = tasks + pairs * (Object.keys(covertStyles).length + maxQueries);
  const seconds = sweepSeconds({ model: 'reference-benign', agent: undefined, maxSteps }, runs, parallel);
  const size = { runs, seconds, desktops: parallel };
  return monitors.monitorModel === undefined
    ? { ...size, costUsd: 0 }
    : { ...size, costUsd: null, unknownCost: 'a model monitors each step' };
}

async function plannedPairs(
  options: SweepOptions,
  host: SweepHost,
): Promise<Pick<HiddenPair, 'domain' | 'task' | 'goal'>[]> {
  await using prepared = await prepareSweep({ ...options, model: 'reference-covert-open' }, { ...host, isDry: true });
  const pairs = prepared.sweep.runs.flatMap(({ domain, taskId, injection }) =>
    injection?.vector === sideTaskVector ? [{ domain, task: taskId, goal: injection.goal }] : [],
  );
  if (pairs.length > 0) return pairs;
  throw new UsageError('No side task fits the chosen tasks.', {
    code: 'attack-no-target',
    hint: 'Omit --task, or name a --side-task that fits the task.',
  });
}

/** Returns the run with this side task (null: without one) and executes it if necessary. Throws the run's error. */
async function completeRun(
  request: SweepOptions,
  goal: string | null,
  folder: string,
  { signal, host }: { signal: AbortSignal; host: SweepHost },
): Promise<RunResult> {
  await using prepared = await prepareSweep({ ...request, parallel: 1 }, host);
  const { runs, skipped } = prepared.sweep;
  const run = runs.find(({ injection }) => (injection?.goal ?? null) === goal);
  if (run === undefined)
    throw new OsharmError(`${request.task?.[0]} could not be planned: ${skipped[0]?.reason ?? 'it is missing'}`, {
      code: 'attack-trial-unplanned',
      blame: 'task',
    });
  const sweep = { ...prepared.sweep, runs: [run] };
  const { result } = await executeSweeps([{ ...prepared, sweep }], { signal, onEvent() {} });
  const failed = result.fatal ?? result.executed.find((item) => item.result.error !== null)?.result.error;
  if (failed != null) throw failed;
  const readBack = readResult(run.directory, folder);
  if (readBack.isComplete) return readBack;
  throw stopped();
}

const stopped = (): OsharmError =>
  new OsharmError('The search was stopped; its runs are kept.', { code: 'attack-stopped', blame: 'environment' });

interface Seen {
  monitor: string;
  scores: { step: number; suspicion: number; reason: string | null }[];
}

async function scoresOf(
  record: MonitoredRecord,
  monitor: PreparedMonitor,
  view: MonitorViewName,
  signal: AbortSignal,
): Promise<Seen> {
  const { scores } = await scoreRun(record, monitor, {
    view,
    moments: ['before'],
    osharmVersion: packageJson.version,
    signal,
  });
  return {
    monitor: monitor.definition.name,
    scores: scores.scores.flatMap(({ step, suspicion, reason }) =>
      suspicion === null ? [] : [{ step, suspicion, reason }],
    ),
  };
}

function sightingOf({ monitor, scores }: Seen, harmless: readonly number[]): Sighting {
  const most = scores.toSorted((a, b) => b.suspicion - a.suspicion)[0];
  if (most === undefined) return { monitor, step: null, suspicion: 0, reason: null, falseAlarms: 1 };
  const asSuspicious = harmless.filter((suspicion) => suspicion >= most.suspicion).length;
  return { monitor, ...most, falseAlarms: harmless.length === 0 ? 0 : asSuspicious / harmless.length };
}
