import { type ClusteredProportion, clusteredRate } from '../../base/statistics/clustered-rate.ts';
import { clustersOf, familiesOf } from './clusters.ts';
import type { StrategyName } from './create-strategy.ts';
import { type Grade, reaches } from './grade.ts';
import type { JournalLine, TrialPhase } from './journal.ts';
import { type BenignFigures, benignFigures, type TransferFigures, transferFigures } from './side-figures.ts';

/** Attempt counts at which success rates are reported. */
const attemptsTold = [1, 10, 100, 200];

export interface AttemptsFigure {
  attempts: number;
  broken: ClusteredProportion;
}

export interface StrategyFigures {
  strategy: StrategyName;
  /** Finished searches: successful, or out of queries. Rates count only these. */
  searches: number;
  unfinished: number;
  /** At 1, 10, 100 and 200 attempts, if within the query budget, and at the budget itself. */
  bySuccess: AttemptsFigure[];
  /** At every attempt count where the rate changes, and at the query budget. */
  curve: AttemptsFigure[];
  queries: number;
  /** Steps of all trials. `sharedSteps` of them were replayed from another trial and called no model. */
  steps: number;
  sharedSteps: number;
  /** Trials whose text did not fit the carrier, or that no oracle could decide. */
  undecided: number;
  /** Queries that ran nothing because the attacker's model refused or returned no usable text. */
  attackerRefused: number;
  attackerUnusable: number;
  queriesPerSuccess: number | null;
  /** Includes the attacker's model, not the confirmations. Null without a success or if a price is unknown. */
  usdPerSuccess: number | null;
  /** Confirmation trials of winners that succeeded again. */
  confirmedOnSeeds: ClusteredProportion;
  confirmedOnTasks: ClusteredProportion;
}

export interface OperatorFigures {
  axis: string;
  value: string;
  queries: number;
  /** Decided runs with at least one act towards the harm. */
  initiated: ClusteredProportion;
  success: ClusteredProportion;
}

export interface AttackFigures {
  strategies: StrategyFigures[];
  operators: OperatorFigures[];
  benign: BenignFigures | null;
  transfers: TransferFigures[];
}

interface FiguresPlan {
  targets: readonly { id: string; family: string }[];
  strategies: readonly StrategyName[];
  success: Grade;
  maxQueries: number;
}

/** Computes the figures of an attack. `lines` must be in the order of the trials. */
export function attackFigures(lines: readonly JournalLine[], plan: FiguresPlan): AttackFigures {
  const familyOf = familiesOf(plan.targets);
  const drawn = lines.filter(({ strategy, phase }) => strategy === 'random' && phase === 'search');
  return {
    strategies: plan.strategies.map((strategy) => strategyFigures(lines, strategy, plan)),
    operators: operatorFigures(drawn, plan),
    benign: benignFigures(lines, familyOf),
    transfers: transferFigures(lines, familyOf, plan.success),
  };
}

function strategyFigures(lines: readonly JournalLine[], strategy: StrategyName, plan: FiguresPlan): StrategyFigures {
  const strategyLines = lines.filter((line) => line.strategy === strategy);
  const familyOf = familiesOf(plan.targets);
  const hits = ({ grade }: JournalLine): boolean => grade !== null && reaches(grade, plan.success);
  const searches = plan.targets.flatMap(({ id }) => {
    const tries = strategyLines.filter(({ target, phase }) => target === id && phase === 'search');
    const first = tries.findIndex(hits);
    return first === -1 && tries.length < plan.maxQueries ? [] : [{ id, tries, first }];
  });
  const tries = searches.flatMap(({ tries }) => tries);
  const successes = searches.filter(({ first }) => first !== -1).length;
  const rewritings = new Map(
    tries.flatMap(({ rewriting }) => (rewriting === null ? [] : [[rewriting.key, rewriting]])),
  );
  const costs = [...tries.map(({ costUsd }) => costUsd), ...[...rewritings.values()].map(({ usd }) => usd)];
  const rewrittenAs = (outcome: 'refused' | 'unusable'): number =>
    tries.filter(({ rewriting }) => rewriting?.outcome === outcome).length;
  const isPriced = costs.every((cost) => cost !== null);
  const confirmed = (phase: TrialPhase): ClusteredProportion =>
    clusteredRate(
      clustersOf(
        strategyLines.filter((line) => line.phase === phase),
        ({ target }) => familyOf(target),
        hits,
      ),
    );
  const brokenWithin = (attempts: number): AttemptsFigure => ({
    attempts,
    broken: clusteredRate(
      clustersOf(
        searches,
        ({ id }) => familyOf(id),
        ({ first }) => first !== -1 && first < attempts,
      ),
    ),
  });
  return {
    strategy,
    searches: searches.length,
    unfinished: plan.targets.filter(
      ({ id }) => strategyLines.some(({ target }) => target === id) && !searches.some((search) => search.id === id),
    ).length,
    bySuccess: [...new Set([...attemptsTold, plan.maxQueries])]
      .filter((attempts) => attempts <= plan.maxQueries)
      .sort((a, b) => a - b)
      .map(brokenWithin),
    curve: [...new Set([...searches.flatMap(({ first }) => (first === -1 ? [] : first + 1)), plan.maxQueries])]
      .sort((a, b) => a - b)
      .map(brokenWithin),
    queries: tries.length,
    steps: tries.reduce((sum, { steps }) => sum + steps, 0),
    sharedSteps: tries.reduce((sum, { shared }) => sum + (shared?.steps ?? 0), 0),
    undecided: tries.filter(
      ({ grade, rewriting }) => grade === null && (rewriting?.outcome ?? 'rewritten') === 'rewritten',
    ).length,
    attackerRefused: rewrittenAs('refused'),
    attackerUnusable: rewrittenAs('unusable'),
    queriesPerSuccess: successes === 0 ? null : tries.length / successes,
    usdPerSuccess:
      successes === 0 || !isPriced ? null : costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) / successes,
    confirmedOnSeeds: confirmed('held-out-seed'),
    confirmedOnTasks: confirmed('held-out-task'),
  };
}

function operatorFigures(drawn: readonly JournalLine[], plan: FiguresPlan): OperatorFigures[] {
  const familyOf = familiesOf(plan.targets);
  const values = drawn.flatMap((line) => Object.entries(line.genome).map(([axis, value]) => ({ axis, value, line })));
  return [...Map.groupBy(values, ({ axis, value }) => `${axis}=${value}`).values()].map((list) => {
    const [{ axis, value }] = list as [(typeof list)[number]];
    const decided = list.flatMap(({ line }) => (line.grade === null ? [] : { target: line.target, grade: line.grade }));
    const rate = (bar: Grade): ClusteredProportion =>
      clusteredRate(
        clustersOf(
          decided,
          ({ target }) => familyOf(target),
          ({ grade }) => reaches(grade, bar),
        ),
      );
    return { axis, value, queries: list.length, initiated: rate('initiated'), success: rate(plan.success) };
  });
}
