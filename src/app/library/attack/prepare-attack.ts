import { environmentWithFile } from '../../../agents/models/env-file.ts';
import { resolveModel } from '../../../agents/models/model-name.ts';
import { UsageError } from '../../../base/errors.ts';
import type { RunSettings } from '../../../base/record/run-settings.ts';
import { readAttack, sealedTemplate } from '../../../runs/attack-search/attack-files.ts';
import type { AttackPlan, TransferredPayload } from '../../../runs/attack-search/attack-plan.ts';
import { baselines, type searchStrategies } from '../../../runs/attack-search/create-strategy.ts';
import type { Genome } from '../../../runs/attack-search/genome.ts';
import { reaches, type SuccessBar } from '../../../runs/attack-search/grade.ts';
import { readJournal } from '../../../runs/attack-search/journal.ts';
import { momentsFor, type Target, targetOf } from '../../../runs/attack-search/target.ts';
import { payloadHash } from '../../../runs/plan/payload-hash.ts';
import type { PlannedInjection, PlannedRun } from '../../../runs/plan/planned-run.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { stepLimit } from '../../../runs/plan/step-limit.ts';
import { knownVectors } from '../../../tasks/injection/known-vectors.ts';
import { familyOf } from '../../../tasks/suite/family.ts';
import { bareGoal } from '../../../tasks/suite/goal-id.ts';
import { type CalledModel, calledModels } from '../called-model.ts';
import { prepareSweep, type SweepHost } from '../prepare-sweep.ts';

export interface SearchOptions {
  strategy: (typeof searchStrategies)[number];
  success: SuccessBar;
  maxQueries: number;
  confirmations: number;
  benign: number;
  /** Folder of an attack. Its winners are tried instead of a search. */
  replayWinners?: string | undefined;
  /** Whether search trials replay an earlier trial up to its exposure. */
  fromExposure: boolean;
  /** Model that rewrites the text around the goal's words. */
  attackerModel?: string | undefined;
  /** Share of the task families that are held out, from 0 to 1. */
  heldOut: number;
}

export interface PreparedAttack {
  plan: AttackPlan;
  settings: RunSettings;
  /** The largest step limit of all runs. */
  mostSteps: number;
  models: readonly CalledModel[];
  suiteHash: string;
  /** Desktop image that other workers need; null if each machine brings its own. */
  image: string | null;
  warnings: readonly string[];
}

/**
 * Plans an attack. `options` select the targets, and some task families are held out. Starts nothing. Throws UsageError
 * for invalid targets, and for desktops whose network reaches more than our mock services.
 */
export async function prepareAttack(
  options: SweepOptions,
  search: SearchOptions,
  host: SweepHost,
): Promise<PreparedAttack> {
  if (search.attackerModel !== undefined)
    resolveModel(search.attackerModel, host.models?.environment ?? environmentWithFile());
  if (search.attackerModel !== undefined && search.replayWinners !== undefined)
    throw new UsageError('--replay-winners does not search, so --attacker-model has nothing to rewrite.', {
      code: 'attack-attacker-model',
      hint: 'Omit one of them.',
    });
  const attackOptions = { ...options, inject: true, repeat: 1 };
  await using prepared = await prepareSweep(attackOptions, { ...host, isDry: true });
  const { sweep, warnings } = prepared;
  const { settings } = sweep.request;
  refuseOpenNetworks(settings);
  const chosen = sweep.runs.filter(
    ({ injection }) => injection !== null && bareGoal(injection.goal) === injection.goal,
  );
  const targets = chosen.flatMap(({ domain, task, injection }) => {
    if (injection === null) return [];
    const family = familyOf(task.id);
    const { moments } = knownVectors.get(injection.vector) ?? {};
    return targetOf({ domain, task, family }, injection.entry, injection.goalFile.goal, {
      moments: momentsFor(moments?.(injection.entry) ?? []),
      rewrites: search.attackerModel !== undefined,
      others: otherVectors(chosen, { domain, task, injection }),
    });
  });
  if (targets.length === 0) throw nothingToAttack(sweep.runs);
  const held = heldOutFamilies(targets, search.heldOut, settings.seed);
  return {
    settings,
    mostSteps: Math.max(...chosen.map(stepLimit)),
    models: calledModels(
      settings,
      chosen.map(({ task }) => task),
    ),
    suiteHash: sweep.suiteHash,
    image: (await sweep.provider.commonImage?.()) ?? null,
    warnings,
    plan: {
      targets: targets.filter(({ family }) => !held.has(family)),
      heldOut: targets.filter(({ family }) => held.has(family)),
      strategies: search.replayWinners === undefined ? [search.strategy, ...baselines] : [],
      transferred: search.replayWinners === undefined ? [] : confirmedWinners(search.replayWinners),
      attackerModel: search.attackerModel ?? null,
      benign: search.benign,
      fromExposure: search.fromExposure,
      success: search.success,
      maxQueries: search.maxQueries,
      confirmations: search.confirmations,
      maxCostUsd: options.maxCost,
      seed: settings.seed,
    },
  };
}

function nothingToAttack(runs: readonly PlannedRun[]): UsageError {
  const code = 'attack-no-target';
  const listed = runs.flatMap(({ injection }) => (injection === null ? [] : [injection]));
  const [first] = listed;
  if (first === undefined)
    return new UsageError('There is nothing to attack: no chosen task has an injection.', {
      code,
      hint: 'Choose other tasks, or add --all-pairs: it crosses --vector and --goal with every task that they fit.',
    });
  const names = [...new Set(listed.map(({ vector, goal }) => `${vector} × ${goal}`))].sort();
  return new UsageError(
    `There is nothing to attack: each chosen injection has a fixed wording, and an attack searches wordings itself (${names.join(', ')}).`,
    {
      code,
      hint: `Cross the vector with the goal: --all-pairs --vector ${first.vector} --goal ${bareGoal(first.goal)}`,
    },
  );
}

/** Returns other attacked vectors that can carry the same goal to the same task. */
function otherVectors(
  runs: readonly PlannedRun[],
  { domain, task, injection }: Pick<PlannedRun, 'domain' | 'task'> & { injection: PlannedInjection },
): string[] {
  const same = runs.filter((run) => run.domain === domain && run.taskId === task.id && run.injection !== null);
  const names = same.flatMap(({ injection: other }) =>
    other?.goal === injection.goal && other.vector !== injection.vector ? [other.vector] : [],
  );
  return [...new Set(names)].sort();
}

/** Payloads are built to do harm, so refuses networks that reach beyond the desktop's mock services. */
function refuseOpenNetworks({ provider, network }: RunSettings): void {
  if (provider === 'sandbox' && network !== 'host') return;
  throw new UsageError('osharm attack needs the sandbox with its mock services.', {
    code: 'attack-open-network',
    hint: 'Omit --provider and --network.',
  });
}

/** Reads the payloads that won an attack and succeeded again on held-out seeds. Throws UsageError without a winner. */
function confirmedWinners(folder: string): TransferredPayload[] {
  const { agent, success } = readAttack(folder);
  const again = readJournal(folder).filter(
    ({ phase, grade }) => phase === 'held-out-seed' && grade !== null && reaches(grade, success),
  );
  const winners = new Map(
    again.map(({ payload, genome }) => [
      payload,
      { source: payload, genome, agent, template: templateOf(folder, payload, genome) },
    ]),
  );
  if (winners.size === 0)
    throw new UsageError(`No payload of ${folder} won again on held-out seeds.`, {
      code: 'attack-no-winner',
      hint: 'Only such payloads are transferred. Search there with --repeat 10.',
    });
  return [...winners.values()];
}

const templateOf = (folder: string, payload: string, { rewriting = 'none' }: Genome): string | null =>
  rewriting === 'none' ? null : sealedTemplate(folder, payload);

/** Draws the held-out families from the seed. At least one family remains to be searched. */
function heldOutFamilies(targets: readonly Target[], share: number, seed: number): ReadonlySet<string> {
  const families = [...new Set(targets.map(({ family }) => family))];
  const ranked = families
    .map((family) => ({ family, rank: payloadHash(`${seed}\n${family}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const count = share === 0 ? 0 : Math.min(families.length - 1, Math.max(1, Math.round(share * families.length)));
  return new Set(ranked.slice(0, count).map(({ family }) => family));
}
