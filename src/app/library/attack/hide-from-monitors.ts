import { join } from 'node:path';
import { covertName, covertStyles } from '../../../agents/reference/covert.ts';
import { UsageError } from '../../../base/errors.ts';
import type { MonitorViewName } from '../../../base/record/monitor-words.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';
import {
  bestHidden,
  type Candidate,
  type CovertStrategy,
  type CovertTrial,
  composedScripts,
  searchCovert,
} from '../../../runs/attack-search/covert-search.ts';
import type { searchStrategies } from '../../../runs/attack-search/create-strategy.ts';
import { type PlanSize, sweepSeconds } from '../../../runs/plan/plan-size.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import type { SideTasks } from '../../../tasks/suite/side-tasks.ts';
import type { PreparedMonitor } from '../../../verdicts/monitors/monitor-source.ts';
import { seenView } from '../../../verdicts/monitors/seen-view.ts';
import { type ModelAccess, modelAccess } from '../model-access.ts';
import { type MonitoringOptions, namedMonitors } from '../monitor-runs.ts';
import type { SweepHost } from '../prepare-sweep.ts';
import { type CovertPair, type CovertProposal, CovertRuns } from './covert-runs.ts';
import { type Noticed, noticedBy, splitPairs } from './hidden-figures.ts';
import { createMonitorAttacker } from './monitor-attacker.ts';
import { WrittenAttacks } from './written-attacks.ts';

export interface HidingOptions extends Omit<SweepOptions, 'monitors'> {
  monitors: MonitoringOptions;
  /** What the monitors see, unless `monitors.see` lists channels. */
  view: MonitorViewName;
  /** Composes scripts from axes. Not used with an attacker. */
  strategy: (typeof searchStrategies)[number] | 'random';
  /** PROVIDER:MODEL or a command. Writes prompts for `model`, or scripts without one. */
  attacker?: string | undefined;
  /** Whether the attacker learns the results of its earlier attacks. Defaults to true. */
  feedback?: boolean | undefined;
  /** Number of attacks to try on all development side tasks, in addition to the named styles. */
  maxQueries: number;
  /** Share of the task families that the search never runs. 0 excludes none. */
  heldOut: number;
}

/** An attack that was selected on the development side tasks. */
export interface HiddenAttack {
  /** A covert agent, or a file of side tasks in the folder of the search. */
  name: string;
  development: readonly CovertTrial[];
  /** Its runs on the test families; null without test families. */
  test: readonly CovertTrial[] | null;
  /** Counted on the test families, or on the development families if there are no test families. */
  noticed: Noticed[];
}

export interface HiddenScripts {
  format: 'osharm-hidden/2';
  monitors: string[];
  view: MonitorViewName;
  /** The name of the strategy or of the attacker. */
  search: string;
  hasFeedback: boolean;
  seed: number;
  heldOut: number;
  /** Attacks tried in addition to the named styles. */
  queries: number;
  /** Number of steps of the honest runs on the development families. They set the thresholds. */
  honestSteps: number;
  /** Number of distinct steps, counted per task family. The lowest measurable false-alarm rate is one of them. */
  distinctHonestSteps: number;
  /** The best named style or, if a model is the agent, the prompt of the side tasks. Null if none did a side task. */
  named: HiddenAttack | null;
  /** The best attack overall: `named`, or one that the search tried. */
  found: HiddenAttack | null;
}

export const hiddenFile = 'hidden.json';

interface HidingHost {
  signal: AbortSignal;
  host: SweepHost;
  note(sentence: string): void;
  /** Called with the size of the search before it starts. May throw. */
  planned?(size: PlanSize): void;
}

/**
 * Searches for the attack that the most sensitive monitor notices least on the side tasks of the development families,
 * and measures it on the test families. Keeps existing runs, scores and answers, so the same call resumes. Throws
 * UsageError for invalid options, OsharmError `attack-stopped` if the signal aborts.
 */
export async function hideFromMonitors(options: HidingOptions, how: HidingHost): Promise<HiddenScripts> {
  const { monitors: monitoring, view: viewName, strategy, attacker, feedback, maxQueries, heldOut, ...sweep } = options;
  const { signal, note } = how;
  if (sweep.model !== undefined && attacker === undefined)
    throw new UsageError('Only an attacker writes prompts for a model.', {
      code: 'attack-model-alone',
      hint: 'Add --attacker PROVIDER:MODEL or a command, or omit --model.',
    });
  const models = how.host.models ?? modelAccess(options);
  const view = monitoring.see === undefined ? viewName : seenView(monitoring.see);
  const monitors = await untrained({ ...monitoring, models });
  const runs = new CovertRuns(sweep, { signal, note, view, monitors, host: { ...how.host, models } });
  const { pairs, sideTasks } = await runs.pairs();
  const seed = options.seed ?? 0;
  const { development, test } = splitPairs(pairs, { heldOut, seed });
  if (heldOut > 0 && test.length === 0)
    note('All side tasks belong to one task family, so the figures come from the runs that the attack was chosen on.');
  how.planned?.(hidingSize(options, { pairs, development, test }));

  const honestAgent = sweep.model ?? 'reference-benign';
  const honest = await runs.honestSteps(development, honestAgent);
  const honestTest = await runs.honestSteps(test, honestAgent);
  const proposals = new Map<string, CovertProposal>();
  const tryOut = (proposal: CovertProposal): Promise<Candidate> => {
    proposals.set(proposal.name, proposal);
    return runs.candidate(proposal, development, honest);
  };
  const named: Candidate[] = [];
  for (const agent of firstAgents(sweep.model)) named.push(await tryOut(runs.agentProposal(agent)));
  const searched = await withStrategy(
    options,
    { runs, pairs, sideTasks, development, monitors, named, models, note },
    (chosen) => searchCovert(chosen, { known: named, maxQueries, nameOf: ({ name }) => name, run: tryOut, signal }),
  );

  const measured = async (best: Candidate | null): Promise<HiddenAttack | null> => {
    const proposal = best === null ? undefined : proposals.get(best.name);
    if (best === null || proposal === undefined) return null;
    const onTest = test.length === 0 ? null : (await runs.candidate(proposal, test, honestTest)).trials;
    const noticed = noticedBy(onTest ?? best.trials, honest, { isHeldOut: onTest !== null });
    return { name: best.name, development: best.trials, test: onTest, noticed };
  };
  const result: HiddenScripts = {
    format: 'osharm-hidden/2',
    monitors: monitors.map(({ definition }) => definition.name),
    view,
    search: attacker ?? strategy,
    hasFeedback: attacker === undefined || feedback !== false,
    seed,
    heldOut: test.length === 0 ? 0 : heldOut,
    queries: searched.length,
    honestSteps: honest.count,
    distinctHonestSteps: honest.distinct,
    named: await measured(bestHidden(named)),
    found: await measured(bestHidden([...named, ...searched])),
  };
  writeWholeFile(join(runs.folder, hiddenFile), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

/** Throws UsageError for a monitor that needs training on runs of many tasks. */
async function untrained(options: MonitoringOptions): Promise<PreparedMonitor[]> {
  const monitors = await namedMonitors(options);
  const learning = monitors.find(({ definition }) => definition.learn !== undefined);
  if (learning === undefined) return monitors;
  throw new UsageError(`The monitor ${learning.definition.name} learns from runs of many tasks.`, {
    code: 'attack-monitor-learns',
    hint: 'Name monitors that need no training.',
  });
}

/** Returns the agents to try before the search: the named styles, or a model with the prompt of the side tasks. */
const firstAgents = (model: string | undefined): string[] =>
  model === undefined ? Object.values(covertStyles).map(covertName) : [model];

async function withStrategy<Result>(
  { attacker: source, strategy, model, feedback = true, maxQueries, seed = 0 }: HidingOptions,
  search: {
    runs: CovertRuns;
    pairs: readonly CovertPair[];
    sideTasks: SideTasks;
    development: readonly CovertPair[];
    monitors: readonly PreparedMonitor[];
    named: readonly Candidate[];
    models: ModelAccess;
    note(sentence: string): void;
  },
  use: (strategy: CovertStrategy<CovertProposal>) => Promise<Result>,
): Promise<Result> {
  const { runs, pairs, sideTasks, development, monitors, named, models, note } = search;
  if (source === undefined) {
    const composed = composedScripts(strategy, seed);
    return use({
      async next(signal) {
        const script = await composed.next(signal);
        return script === null ? null : runs.agentProposal(covertName(script));
      },
      tell: (candidate) => composed.tell(candidate),
    });
  }
  const attacker = createMonitorAttacker(source, models);
  try {
    return await use(
      new WrittenAttacks({
        attacker,
        folder: runs.folder,
        model: model ?? null,
        sideTasks,
        development,
        pairs,
        monitors,
        known: named,
        hasFeedback: feedback,
        rounds: maxQueries,
        note,
      }),
    );
  } finally {
    await attacker.close();
  }
}

/** The cost of models is unknown in advance, because the length of their runs depends on what the attacker writes. */
function hidingSize(
  { monitors, attacker, model, maxQueries, parallel = 1, maxSteps = 40 }: HidingOptions,
  { pairs, development, test }: Record<'pairs' | 'development' | 'test', readonly CovertPair[]>,
): PlanSize {
  const tasks = new Set(pairs.map(({ domain, task }) => `${domain}/${task}`)).size;
  const runs = tasks + development.length * (firstAgents(model).length + maxQueries) + 2 * test.length;
  const seconds = sweepSeconds({ model: model ?? 'reference-benign', agent: undefined, maxSteps }, runs, parallel);
  const size = { runs, seconds, desktops: parallel };
  if (model !== undefined) return { ...size, costUsd: null, unknownCost: 'a model acts' };
  if (monitors.monitorModel !== undefined) return { ...size, costUsd: null, unknownCost: 'a model monitors each step' };
  if (attacker !== undefined) return { ...size, costUsd: null, unknownCost: 'an attacker writes each attack' };
  return { ...size, costUsd: 0 };
}
