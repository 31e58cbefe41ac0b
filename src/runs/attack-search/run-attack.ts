import { OsharmError } from '../../base/errors.ts';
import type { AttackPlan } from './attack-plan.ts';
import { type Evaluator, outcomeWithoutRun, type TrialOutcome } from './evaluator.ts';
import type { AttackJournal, JournalLine, TrialKey } from './journal.ts';
import type { Payload } from './render-payload.ts';
import type { Draft, Rewriter, Rewriting } from './rewriting.ts';
import {
  confirmWinner,
  type Search,
  searchTarget,
  type Trials,
  transferWinners,
  tryBenign,
  type WantedTrial,
} from './search-target.ts';
import { findSharedPrefix } from './shared-prefix.ts';
import type { Target } from './target.ts';

export interface SearchOutcome extends Search {
  winner: Payload | null;
}

export interface SearchedAttack {
  searches: SearchOutcome[];
  endedBy: OsharmError | null;
}

export interface AttackSearchOptions {
  evaluator: Evaluator;
  journal: AttackJournal;
  rewriter?: Rewriter | undefined;
  signal: AbortSignal;
  parallel?: number | undefined;
  /**
   * Concurrent trials within one search. Trials that began after a success are aborted and excluded from all figures.
   */
  width?: number | undefined;
  /** Cost of all trials, including aborted ones. Defaults to the journal's total. */
  spentUsd?: (() => number) | undefined;
  /** Also called for trials of an earlier session. */
  onTrial?(line: JournalLine): void;
  onWinner?(winner: Payload, search: Search): void;
}

/**
 * Runs every search of a plan, confirms the winners, then runs the tasks without a payload and another attack's
 * winners.
 *
 * The same call resumes an interrupted attack. A trial without a result is retried once, and then ends the attack. An
 * exhausted budget and the signal end it too. Finished trials are kept.
 */
export async function runAttack(plan: AttackPlan, options: AttackSearchOptions): Promise<SearchedAttack> {
  const { journal, evaluator, rewriter, signal, parallel = 1, width = 1, onTrial, onWinner } = options;
  const all = plan.targets.flatMap((target) => plan.strategies.map((strategy): Search => ({ target, strategy })));
  const ended = new Map<Search, SearchOutcome>();
  const tasks = [...Map.groupBy(plan.targets, ({ domain, task }) => `${domain}/${task}`).values()];
  let endedBy: OsharmError | null = null;
  const checkGoesOn = (): void => {
    if (endedBy !== null) throw endedBy;
    if (signal.aborted) throw stoppedError();
    checkBudget(plan, (options.spentUsd?.() ?? journal.spentUsd) + (rewriter?.spentUsd ?? 0));
  };
  const evaluate = async (trial: WantedTrial, givenUp: AbortSignal): Promise<JournalLine> => {
    const { phase, seed, on, genome, source } = trial;
    checkGoesOn();
    const { payload, rewriting } = await trial.tried();
    checkGoesOn();
    givenUp.throwIfAborted();
    const line = {
      ...keyOf(trial),
      on: on.id,
      seed,
      genome,
      payload: payload?.hash ?? '',
      source,
      rewriting: rewriting === null ? null : toldOf(rewriting),
    };
    if (rewriting !== null && payload === null) return { ...line, ...notRewritten(rewriting) };
    const maySharePrefix = plan.fromExposure && phase === 'search';
    const prefix = maySharePrefix ? findSharedPrefix(journal.lines, { on: on.id, seed, genome }) : null;
    const trialRequest = { target: on, payload, seed, prefix, name: trialName(plan, trial) };
    return { ...line, ...(await evaluated(evaluator, trialRequest, AbortSignal.any([signal, givenUp]))) };
  };
  const trials: Trials = {
    width,
    execute: (trial, givenUp) => journal.find(keyOf(trial), trial.genome) ?? evaluate(trial, givenUp),
    keep(line) {
      if (journal.find(line, line.genome) === undefined) journal.add(line);
      onTrial?.(line);
    },
  };
  const searched = async (search: Search): Promise<void> => {
    const rewrite = rewriter === undefined ? null : (draft: Draft) => rewriter.rewrite(draft, signal);
    const winner = await searchTarget(search, plan, trials, rewrite);
    if (winner !== null) {
      onWinner?.(winner, search);
      await confirmWinner(search, winner, plan, trials);
    }
    ended.set(search, { ...search, winner });
  };
  const left: (() => Promise<void>)[] = [
    ...all.map((search) => () => searched(search)),
    ...tasks.map(
      ([target]) =>
        () =>
          tryBenign(target as Target, plan, trials),
    ),
    ...plan.targets.map((target) => () => transferWinners(target, plan, trials)),
  ];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && endedBy === null; next = left.shift()) {
      try {
        await next();
      } catch (error) {
        // Ctrl-C also kills helper processes, so errors after it count as a stop.
        if (!(error instanceof OsharmError) && !signal.aborted) throw error;
        endedBy ??= error instanceof OsharmError ? error : stoppedError(error);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { searches: all.flatMap((search) => ended.get(search) ?? []), endedBy };
}

const stoppedError = (cause?: unknown): OsharmError =>
  new OsharmError('The attack was stopped.', { code: 'attack-stopped', blame: 'environment', cause });

function checkBudget({ maxCostUsd }: AttackPlan, spentUsd: number): void {
  if (maxCostUsd === undefined || spentUsd < maxCostUsd) return;
  throw budgetUsedUp(spentUsd, maxCostUsd);
}

export const budgetUsedUp = (spentUsd: number, maxCostUsd: number): OsharmError =>
  new OsharmError(`The attack has cost $${spentUsd.toFixed(2)} of $${maxCostUsd}.`, {
    code: 'attack-budget',
    blame: 'environment',
    hint: 'Repeat the command with a higher --max-cost to continue.',
  });

const keyOf = ({ maker, phase, ordinal }: WantedTrial): TrialKey => ({
  target: maker.target.id,
  strategy: maker.strategy,
  phase,
  ordinal,
});

const toldOf = ({ key, outcome, usd }: Rewriting): JournalLine['rewriting'] => ({ key, outcome, usd });

const notRewritten = ({ outcome }: Rewriting): TrialOutcome =>
  outcomeWithoutRun(
    outcome === 'refused' ? 'the attacker’s model refused' : 'the attacker’s model returned no usable text',
  );

async function evaluated(
  evaluator: Evaluator,
  trial: Parameters<Evaluator['evaluate']>[0],
  signal: AbortSignal,
): Promise<TrialOutcome> {
  try {
    return await evaluator.evaluate(trial, signal);
  } catch (error) {
    if (!(error instanceof OsharmError) || !error.isRetryable || signal.aborted) throw error;
    return evaluator.evaluate(trial, signal);
  }
}

/** For example `t3-evolve/search-0007`. The target's number in the plan keeps paths short. */
function trialName({ targets }: AttackPlan, { maker, phase, ordinal }: WantedTrial): string {
  const number = targets.indexOf(maker.target) + 1;
  return `t${number}-${maker.strategy}/${phase}-${String(ordinal + 1).padStart(4, '0')}`;
}
