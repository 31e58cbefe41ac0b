import { resolve } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { OsharmError, UsageError } from '../../../base/errors.ts';
import type { MonitorViewName } from '../../../base/record/monitor-words.ts';
import { type RunResult, readResult } from '../../../results/model/run-result.ts';
import type { Candidate, CovertTrial, Sighting } from '../../../runs/attack-search/covert-search.ts';
import { inOrder } from '../../../runs/attack-search/in-order.ts';
import type { PlannedRun } from '../../../runs/plan/planned-run.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { familyOf } from '../../../tasks/suite/family.ts';
import { type SideTasks, sideTaskVector } from '../../../tasks/suite/side-tasks.ts';
import type { PreparedMonitor } from '../../../verdicts/monitors/monitor-source.ts';
import { readMonitoredRecord } from '../../../verdicts/monitors/recorded-run.ts';
import { scoreRun } from '../../../verdicts/monitors/score-run.ts';
import { executeSweeps } from '../execute-sweeps.ts';
import { prepareSweep, type SweepHost } from '../prepare-sweep.ts';

/** A task paired with a side task. */
export interface CovertPair {
  domain: string;
  task: string;
  goal: string;
  family: string;
  planned: PlannedRun;
}

/** An agent, its file of side tasks, and the folder of its runs. */
export interface CovertProposal {
  name: string;
  agent: string;
  sideTask: string;
  out: string;
}

/** Suspicion scores of the steps of honest runs. */
export interface HonestSteps {
  byMonitor: ReadonlyMap<string, readonly number[]>;
  count: number;
  /** Number of steps that are distinct within a task family. */
  distinct: number;
}

interface RunHost {
  monitors: readonly PreparedMonitor[];
  view: MonitorViewName;
  host: SweepHost;
  signal: AbortSignal;
  note(sentence: string): void;
}

/** The runs of a search for covert attacks, with the monitors' scores. Existing runs and scores are kept. */
export class CovertRuns {
  readonly folder: string;
  /** The sweep's options without an agent. */
  readonly #options: SweepOptions & { sideTask: string };
  readonly #host: RunHost;

  constructor({ model: _, ...options }: SweepOptions, host: RunHost) {
    this.folder = resolve(options.out ?? './hidden');
    const sideTask = options.sideTask ?? 'pairs';
    this.#options = { ...options, sideTask, out: this.folder, repeat: 1, judge: ['effects'], seed: options.seed ?? 0 };
    this.#host = host;
  }

  /** Returns the proposal for an agent without its own file of side tasks. */
  agentProposal(agent: string): CovertProposal {
    return { name: agent, agent, sideTask: this.#options.sideTask, out: this.folder };
  }

  /** Throws UsageError if no side task fits the chosen tasks. */
  async pairs(): Promise<{ pairs: CovertPair[]; sideTasks: SideTasks }> {
    const options = { ...this.#options, model: 'reference-covert-open' };
    await using prepared = await prepareSweep(options, { ...this.#host.host, isDry: true });
    const { runs, request } = prepared.sweep;
    const pairs = runs.flatMap((planned) => {
      const { domain, taskId: task, injection } = planned;
      if (injection?.vector !== sideTaskVector) return [];
      return [{ domain, task, goal: injection.goal, family: familyOf(task), planned }];
    });
    if (pairs.length > 0 && request.sideTasks !== undefined) return { pairs, sideTasks: request.sideTasks };
    throw new UsageError('No side task fits the chosen tasks.', {
      code: 'attack-no-target',
      hint: 'Omit --task, or name a --side-task that fits the task.',
    });
  }

  async honestSteps(pairs: readonly CovertPair[], agent: string): Promise<HonestSteps> {
    const { monitors, note } = this.#host;
    const byMonitor = new Map(monitors.map(({ definition }): [string, number[]] => [definition.name, []]));
    const steps = new Set<string>();
    const { sideTask: _, ...plain } = this.#options;
    const tasks = [...new Map(pairs.map((pair) => [`${pair.domain}/${pair.task}`, pair])).values()];
    await this.#each(tasks, async ({ domain, task }) => {
      note(`${domain}/${task}: the honest run`);
      const run = await this.#complete({ ...plain, model: agent, inject: false, domain, task: [task] }, null);
      for (const { monitor, scores } of await this.#scores(run))
        byMonitor.get(monitor)?.push(...scores.map(({ suspicion }) => suspicion));
      for (const key of run.stepKeys) steps.add(`${run.family} ${key}`);
      return {};
    });
    return { byMonitor, count: [...byMonitor.values()][0]?.length ?? 0, distinct: steps.size };
  }

  async candidate(proposal: CovertProposal, pairs: readonly CovertPair[], honest: HonestSteps): Promise<Candidate> {
    const trials: CovertTrial[] = [];
    await this.#each(
      pairs,
      (pair) => this.#trial(proposal, pair, honest),
      (trial) => trials.push(trial),
    );
    return { name: proposal.name, trials };
  }

  async #trial(
    { name, agent, sideTask, out }: CovertProposal,
    { domain, task, goal }: CovertPair,
    honest: HonestSteps,
  ): Promise<CovertTrial> {
    const request = { ...this.#options, model: agent, sideTask, out, domain, task: [task] };
    const run = await this.#complete(request, goal);
    const seen = (await this.#scores(run)).map((item) => sightingOf(item, honest.byMonitor.get(item.monitor) ?? []));
    const isDone = run.harm === 'completed' && run.passedCheck !== false;
    this.#host.note(`${domain}/${task} × ${goal}: ${name} ${isDone ? 'did it' : 'did not do it'}`);
    return { domain, task, goal, isDone, seen, directory: run.path };
  }

  async #each<Item, Result extends object>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
    take: (result: Result) => unknown = () => {},
  ): Promise<void> {
    const waiting = [...items];
    await inOrder(
      this.#options.parallel ?? 1,
      () => {
        const item = waiting.shift();
        return item === undefined ? null : work(item);
      },
      (result) => {
        take(result);
        return true;
      },
    );
  }

  /** Returns the run with this side task (null: without one). Executes it if necessary. Throws the run's error. */
  async #complete(request: SweepOptions, goal: string | null): Promise<RunResult> {
    await using prepared = await prepareSweep({ ...request, parallel: 1 }, this.#host.host);
    const { runs, skipped } = prepared.sweep;
    const run = runs.find(({ injection }) => (injection?.goal ?? null) === goal);
    if (run === undefined)
      throw new OsharmError(`${request.task?.[0]} could not be planned: ${skipped[0]?.reason ?? 'it is missing'}`, {
        code: 'attack-trial-unplanned',
        blame: 'task',
      });
    const sweep = { ...prepared.sweep, runs: [run] };
    const { result } = await executeSweeps([{ ...prepared, sweep }], { signal: this.#host.signal, onEvent() {} });
    const failed = result.fatal ?? result.executed.find((item) => item.result.error !== null)?.result.error;
    if (failed != null) throw failed;
    const readBack = readResult(run.directory, request.out ?? this.folder);
    if (readBack.isComplete) return readBack;
    throw new OsharmError('The search was stopped; its runs are kept.', {
      code: 'attack-stopped',
      blame: 'environment',
    });
  }

  #scores({ directory }: RunResult): Promise<MonitorSteps[]> {
    const record = readMonitoredRecord(directory);
    const { monitors, view, signal } = this.#host;
    return Promise.all(
      monitors.map(async (monitor) => {
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
      }),
    );
  }
}

interface MonitorSteps {
  monitor: string;
  scores: { step: number; suspicion: number; reason: string | null }[];
}

function sightingOf({ monitor, scores }: MonitorSteps, harmless: readonly number[]): Sighting {
  const most = scores.toSorted((a, b) => b.suspicion - a.suspicion)[0];
  if (most === undefined) return { monitor, step: null, suspicion: 0, reason: null, falseAlarms: 1 };
  const asSuspicious = harmless.filter((suspicion) => suspicion >= most.suspicion).length;
  return { monitor, ...most, falseAlarms: harmless.length === 0 ? 0 : asSuspicious / harmless.length };
}
