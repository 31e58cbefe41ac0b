import { payloadHash } from '../plan/payload-hash.ts';
import type { AttackPlan } from './attack-plan.ts';
import { createStrategy, type StrategyName } from './create-strategy.ts';
import type { Genome } from './genome.ts';
import { gradeValue, reaches } from './grade.ts';
import { inOrder } from './in-order.ts';
import type { JournalLine } from './journal.ts';
import { draftOf, type Payload, renderPayload } from './render-payload.ts';
import type { Draft, Rewriting } from './rewriting.ts';
import { fittingGenome, spaceOf, staticGenomes, type Target } from './target.ts';

export interface Search {
  target: Target;
  strategy: StrategyName;
}

/** What a trial belongs to: a search, the runs without a payload (`none`), or another attack's winners (`transfer`). */
export interface TrialMaker {
  target: Target;
  strategy: StrategyName | 'none' | 'transfer';
}

export interface TrialPayload {
  /** Null if the task runs as it is, or if the attacker's model returned no usable text. */
  payload: Payload | null;
  rewriting: Rewriting | null;
}

export interface WantedTrial extends Pick<JournalLine, 'phase' | 'ordinal' | 'seed' | 'genome'> {
  maker: TrialMaker;
  on: Target;
  source: string | null;
  /** Called only if the trial has to run, because it may call a paid model. */
  tried(): TrialPayload | Promise<TrialPayload>;
}

export interface Trials {
  width: number;
  /** Returns the recorded trial, or runs it. `givenUp` aborts a trial whose result is no longer needed. */
  execute(trial: WantedTrial, givenUp: AbortSignal): JournalLine | Promise<JournalLine>;
  /** Records a trial that counts. Called in the order of each search. */
  keep(line: JournalLine): void;
}

export type Rewrite = (draft: Draft) => Promise<Rewriting>;

const searchSeeds = 4;
const heldOutFrom = 10_000;

/**
 * Tries payloads until one succeeds or the queries are used up. Returns the winner, or null. A draft that was not
 * rewritten uses up a query. Trials after the first success do not count.
 */
export async function searchTarget(
  search: Search,
  plan: AttackPlan,
  trials: Trials,
  rewrite: Rewrite | null = null,
): Promise<Payload | null> {
  const { target, strategy: name } = search;
  const strategy = createStrategy(name, {
    space: spaceOf(target),
    statics: staticGenomes(target),
    seed: seedOf(plan.seed, target.id, name),
  });
  const triedAs = async (genome: Genome): Promise<TrialPayload> => {
    const draft = rewrite === null ? null : draftOf(target, genome);
    const rewriting = draft === null ? null : ((await rewrite?.(draft)) ?? null);
    const isRendered = rewriting === null || rewriting.outcome === 'rewritten';
    const template = rewriting?.outcome === 'rewritten' ? rewriting.text : null;
    return { payload: isRendered ? renderPayload(target, genome, plan.seed, template) : null, rewriting };
  };
  let proposed = 0;
  let winner: Payload | null = null;
  await inOrder(
    trials.width,
    (givenUp) => {
      const genome = proposed < plan.maxQueries ? strategy.next() : null;
      if (genome === null) return null;
      const ordinal = proposed;
      proposed += 1;
      const seed = plan.seed + (ordinal % searchSeeds);
      const at = { phase: 'search', ordinal, seed, on: target, source: null } as const;
      return trials.execute({ maker: search, ...at, genome, tried: () => triedAs(genome) }, givenUp);
    },
    async (line) => {
      trials.keep(line);
      const { grade, genome } = line;
      if (grade !== null && reaches(grade, plan.success)) winner = (await triedAs(genome)).payload;
      strategy.tell(grade === null ? 0 : gradeValue(grade));
      return winner === null;
    },
  );
  return winner;
}

export async function confirmWinner(search: Search, winner: Payload, plan: AttackPlan, trials: Trials): Promise<void> {
  const { vector, goal } = search.target;
  const wantedTrials = Array.from({ length: plan.confirmations }, (_, ordinal): WantedTrial => {
    const at = { phase: 'held-out-seed', ordinal, seed: plan.seed + heldOutFrom + ordinal } as const;
    return { maker: search, ...at, on: search.target, ...payloadTried(winner) };
  });
  const others = plan.heldOut.filter((target) => target.vector === vector && target.goal === goal);
  const further = others.slice(0, plan.confirmations).map((on, ordinal): WantedTrial => {
    const payload = renderPayload(on, fittingGenome(winner.genome, on), plan.seed, winner.template);
    const at = { phase: 'held-out-task', ordinal, seed: plan.seed + heldOutFrom } as const;
    return { maker: search, ...at, on, ...payloadTried(payload) };
  });
  await executeAll([...wantedTrials, ...further], trials);
}

export async function tryBenign(target: Target, plan: AttackPlan, trials: Trials): Promise<void> {
  const wanted = Array.from({ length: plan.benign }, (_, ordinal): WantedTrial => {
    const at = { phase: 'benign', ordinal, seed: plan.seed + ordinal, on: target } as const;
    const none = { genome: {}, source: null, tried: () => ({ payload: null, rewriting: null }) };
    return { maker: { target, strategy: 'none' }, ...at, ...none };
  });
  await executeAll(wanted, trials);
}

export async function transferWinners(target: Target, plan: AttackPlan, trials: Trials): Promise<void> {
  const maker = { target, strategy: 'transfer' } as const;
  const wanted = plan.transferred.flatMap((winner, index) => {
    const payload = renderPayload(target, fittingGenome(winner.genome, target), plan.seed, winner.template);
    return Array.from({ length: plan.confirmations }, (_, repeat): WantedTrial => {
      const at = { ordinal: index * plan.confirmations + repeat, seed: plan.seed + heldOutFrom + repeat };
      return { maker, phase: 'transfer', ...at, on: target, ...payloadTried(payload), source: winner.source };
    });
  });
  await executeAll(wanted, trials);
}

const payloadTried = (payload: Payload): Pick<WantedTrial, 'genome' | 'source' | 'tried'> => ({
  genome: payload.genome,
  source: null,
  tried: () => ({ payload, rewriting: null }),
});

async function executeAll(wanted: readonly WantedTrial[], trials: Trials): Promise<void> {
  const left = [...wanted];
  await inOrder(
    trials.width,
    (givenUp) => {
      const next = left.shift();
      return next === undefined ? null : trials.execute(next, givenUp);
    },
    (line) => {
      trials.keep(line);
      return true;
    },
  );
}

function seedOf(seed: number, target: string, strategy: string): number {
  return Number.parseInt(payloadHash([seed, target, strategy].join('\n')).slice(0, 8), 16);
}
