import { resolve } from 'node:path';
import { attackFigures } from '../../../runs/attack-search/attack-figures.ts';
import { beginAttack, readAttack, sealPayload } from '../../../runs/attack-search/attack-files.ts';
import type { Evaluator } from '../../../runs/attack-search/evaluator.ts';
import { AttackJournal, type JournalLine } from '../../../runs/attack-search/journal.ts';
import { type AttackSearchOptions, runAttack, type SearchedAttack } from '../../../runs/attack-search/run-attack.ts';
import { threatModel } from '../../../runs/attack-search/threat-model.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { flatSettings } from '../../../runs/plan/spec-hash.ts';

import { modelAccess } from '../model-access.ts';
import type { SweepHost } from '../prepare-sweep.ts';
import { modelRewriter, modelRewritingsUsd } from './model-rewriter.ts';
import type { PreparedAttack } from './prepare-attack.ts';
import { type AttackPlace, runEvaluator } from './run-evaluator.ts';

interface SearchSession {
  signal: AbortSignal;
  /** ISO date. */
  sealedUntil: string;
  host: SweepHost;
  onTrial(line: JournalLine): void;
  /** Evaluates trials elsewhere. By default they run on this machine, one per search at a time. */
  elsewhere?: TrialsElsewhere | undefined;
}

export interface TrialsElsewhere extends Pick<AttackSearchOptions, 'width' | 'spentUsd'> {
  /** `rewritingsUsd`: cost of the attacker's model so far, which reduces the budget for trials. */
  evaluator(place: AttackPlace, rewritingsUsd: () => number): Evaluator;
}

export interface AttackResult {
  folder: string;
  outcome: SearchedAttack;
  figures: ReturnType<typeof attackFigures>;
  trials: readonly JournalLine[];
  /** Files with the texts that succeeded. */
  sealed: string[];
}

/** Runs the remaining trials of an attack. The same call resumes an interrupted attack. */
export async function searchAttack(
  options: SweepOptions,
  { plan, settings }: PreparedAttack,
  { signal, sealedUntil, host, onTrial, elsewhere }: SearchSession,
): Promise<AttackResult> {
  const folder = resolve(options.out ?? './attack');
  const { strategies, success, maxQueries, confirmations, benign, transferred, fromExposure, seed, targets, heldOut } =
    plan;
  beginAttack(
    folder,
    {
      agent: settings.model,
      strategies: [...strategies],
      success,
      maxQueries,
      confirmations,
      benign,
      attackerModel: plan.attackerModel,
      transferred: transferred.map(({ source, genome, agent }) => ({ source, genome, agent })),
      fromExposure,
      seed,
      sealedUntil,
      targets: targets.map(({ id, family, vector, goal }) => ({ id, family, vector, goal })),
      heldOut: heldOut.map(({ id }) => id),
      settings: flatSettings(settings),
    },
    threatModel(plan, settings.model),
  );
  const until = readAttack(folder).sealedUntil;
  const journal = new AttackJournal(folder);
  // All trials and rewritings share one budget. Earlier sessions have spent part of it.
  const earlier = modelRewritingsUsd(folder) + journal.spentUsd;
  const left = options.maxCost === undefined ? {} : { maxCost: Math.max(0, options.maxCost - earlier) };
  const models = host.models ?? modelAccess({ ...options, ...left });
  const metered = { models, ...host };
  const { attackerModel } = plan;
  const rewriter = attackerModel === null ? undefined : modelRewriter(attackerModel, folder, models);
  const sealed: string[] = [];
  const place = { folder, sealedUntil: until };
  const outcome = await runAttack(plan, {
    width: elsewhere?.width,
    spentUsd: elsewhere?.spentUsd,
    evaluator:
      elsewhere?.evaluator(place, () => rewriter?.spentUsd ?? 0) ?? runEvaluator(options, { ...place, host: metered }),
    journal,
    rewriter,
    signal,
    parallel: options.parallel,
    onTrial,
    onWinner: (winner) => {
      sealed.push(sealPayload(folder, winner, until).path);
    },
  });
  return {
    folder,
    outcome,
    figures: attackFigures(journal.lines, plan),
    trials: journal.lines,
    sealed: [...new Set(sealed)],
  };
}
