import { OsharmError } from '../errors.ts';
import type { AttackPlan } from './attack-plan.ts';
import type { Evaluator, TrialOutcome } from './evaluator.ts';
import type { Journal, JournalLine } from './journal.ts';
import { lendingTrial } from './lending-trial.ts';
import type { Payload } from './render-payload.ts';
import type { Rewriter, Rewriting } from './rewriting.ts';
import {
  confirmWinner,
  type MakeTrial,
  type Search,
  searchTarget,
  type TrialMaker,
  transferWinners,
  tryBenign,
} from './search-target.ts';
import type { Target } from './target.ts';

/** What came of one search. */
export interface SearchOutcome extends Search {
  /** Null: no payload succeeded. */
  winner: Payload | null;
}

/** What came of an attack. */
export interface SearchedAttack {
  /** Those that came to their end, in the order of the plan. */
  searches: SearchOutcome[];
  /** Why it ended before all did; null: it didn't. */
  endedBy: OsharmError | null;
}

/** How an attack is followed and stopped. */
export interface AttackSearchOptions {
  evaluator: Evaluator;
  journal: Journal;
  /** Left out: no model rewrites. */
  rewriter?: Rewriter | undefined;
  signal: AbortSignal;
  /** Searches at a time; left out: one. */
  parallel?: number | undefined;
  /** Told of each trial, also of those that were made before. */
  onTrial?(line: JournalLine): void;
  /** Told of each payload that succeeded, before it is confirmed. */
  onWinner?(winner: Payload, search: Search): void;
}

/**
 * Makes every search of a plan and confirms what won, then the tasks without a payload and another attack's winners. The same call goes on where an earlier one ended. A trial without a result is asked once more, and then
 * ends the attack, as do an empty budget and the signal: what is there is kept.
 */
export async function runAttack(plan: AttackPlan, options: AttackSearchOptions): Promise<SearchedAttack> {
  const { journal, evaluator, rewriter, signal, parallel = 1, onTrial, onWinner } = options;
  const all = plan.targets.flatMap((target) => plan.strategies.map((strategy): Search => ({ target, strategy })));
  const ended = new Map<Search, SearchOutcome>();
  const tasks = [...Map.groupBy(plan.targets, ({ domain, task }) => `${domain}/${task}`).values()];
  let endedBy: OsharmError | null = null;
  const make: MakeTrial = async (maker, { phase, ordinal, seed, on, payload, source = null, rewritten }) => {
    const key = { target: maker.target.id, strategy: maker.strategy, phase, ordinal };
    const genome = rewritten?.genome ?? payload?.genome ?? {};
    const there = journal.made(key, genome);
    if (there === undefined) checkBudget(plan, journal.spentUsd + (rewriter?.spentUsd ?? 0), signal);
    const mayBorrow = plan.fromExposure && phase === 'search';
    const lender = mayBorrow ? lendingTrial(journal.lines, { on: on.id, seed, genome }) : null;
    const line = there ?? {
      ...key,
      on: on.id,
      seed,
      genome,
      payload: payload?.hash ?? '',
      source,
      rewriting: rewritten === undefined ? null : toldOf(rewritten.rewriting),
      ...(rewritten !== undefined && payload === null
        ? notRewritten(rewritten.rewriting)
        : await evaluated(evaluator, { target: on, payload, seed, lender, name: trialName(plan, maker, key) }, signal)),
    };
    if (there === undefined) journal.add(line);
    onTrial?.(line);
    return line;
  };
  const searched = async (search: Search): Promise<void> => {
    const winner = await searchTarget(
      search,
      plan,
      make,
      rewriter === undefined ? null : (draft) => rewriter.rewrite(draft, signal),
    );
    if (winner !== null) {
      onWinner?.(winner, search);
      await confirmWinner(search, winner, plan, make);
    }
    ended.set(search, { ...search, winner });
  };
  const left: (() => Promise<void>)[] = [
    ...all.map((search) => () => searched(search)),
    ...tasks.map(
      ([target]) =>
        () =>
          tryBenign(target as Target, plan, make),
    ),
    ...plan.targets.map((target) => () => transferWinners(target, plan, make)),
  ];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && endedBy === null; next = left.shift()) {
      try {
        await next();
      } catch (error) {
        // Ctrl-C also ends helper processes: what then fails for want of them was stopped.
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

/** Throws OsharmError where no further trial may be made. */
function checkBudget({ maxCostUsd }: AttackPlan, spentUsd: number, signal: AbortSignal): void {
  if (signal.aborted) throw stoppedError();
  if (maxCostUsd === undefined || spentUsd < maxCostUsd) return;
  throw new OsharmError(`The attack has cost $${spentUsd.toFixed(2)} of $${maxCostUsd}.`, {
    code: 'attack-budget',
    blame: 'environment',
    hint: 'The same command with a higher --max-cost goes on.',
  });
}

/** What the journal says of a rewriting: no text. */
const toldOf = ({ key, outcome, usd }: Rewriting): JournalLine['rewriting'] => ({ key, outcome, usd });

/** The outcome of a query for which the attacker's model made no text. */
const notRewritten = ({ outcome }: Rewriting): TrialOutcome => ({
  ...{ grade: null, costUsd: 0, steps: 0, taskDone: null, interventions: 0, directory: null },
  ...{ exposedAt: null, shared: null },
  reason: outcome === 'refused' ? 'the attacker’s model refused' : 'the attacker’s model made no text that can be used',
});

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

/** `t3-evolve/search-0007`: the number of the target in the plan keeps paths short. */
function trialName(
  { targets }: AttackPlan,
  { target }: TrialMaker,
  { strategy, phase, ordinal }: Pick<JournalLine, 'strategy' | 'phase' | 'ordinal'>,
): string {
  return `t${targets.indexOf(target) + 1}-${strategy}/${phase}-${String(ordinal + 1).padStart(4, '0')}`;
}
