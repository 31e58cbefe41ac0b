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

/** One search that is made or to be made: a target and who chooses its payloads. */
export interface Search {
  target: Target;
  strategy: StrategyName;
}

/** Who made a trial: a search's strategy, or what nobody searched for. */
export interface TrialMaker {
  target: Target;
  strategy: StrategyName | 'none' | 'transfer';
}

/** What is put before the agent. */
export interface TrialPayload {
  /** Null: the task as it is, or the attacker's model made no text. */
  payload: Payload | null;
  /** What the attacker's model made of the payload's draft; null: it was not asked. */
  rewriting: Rewriting | null;
}

/** A trial that is wanted. */
export interface WantedTrial extends Pick<JournalLine, 'phase' | 'ordinal' | 'seed' | 'genome'> {
  maker: TrialMaker;
  on: Target;
  /** Of a transfer: what won in the other attack; null: it is none. */
  source: string | null;
  /** Asked for only where the trial is to be made: a model may be paid for it. */
  tried(): TrialPayload | Promise<TrialPayload>;
}

/** Makes trials. */
export interface Trials {
  /** Trials of one search that may go on at a time. */
  width: number;
  /** What is there already, or makes it. `givenUp` aborts where nobody wants it any more. */
  make(trial: WantedTrial, givenUp: AbortSignal): JournalLine | Promise<JournalLine>;
  /** Keeps a trial that counts. Called in the order of each search. */
  keep(line: JournalLine): void;
}

/** Has a draft rewritten. */
export type Rewrite = (draft: Draft) => Promise<Rewriting>;

/** Seeds that searches draw their tasks from, in turn. */
const searchSeeds = 4;
/** Held-out seeds begin so far above the attack's own. */
const heldOutFrom = 10_000;

/**
 * Asks a strategy for payloads and tries them, until one succeeds or the queries are used up. Null: none succeeded. A
 * draft that isn't rewritten uses up a query. Trials after the first success do not count.
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
      return trials.make({ maker: search, ...at, genome, tried: () => triedAs(genome) }, givenUp);
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

/** Tries a winner on seeds of its own task that the search never used, and on tasks that it never saw. */
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
  await makeAll([...wantedTrials, ...further], trials);
}

/** Does a task without an injection, on the seeds of a search. */
export async function tryBenign(target: Target, plan: AttackPlan, trials: Trials): Promise<void> {
  const wanted = Array.from({ length: plan.benign }, (_, ordinal): WantedTrial => {
    const at = { phase: 'benign', ordinal, seed: plan.seed + ordinal, on: target } as const;
    const none = { genome: {}, source: null, tried: () => ({ payload: null, rewriting: null }) };
    return { maker: { target, strategy: 'none' }, ...at, ...none };
  });
  await makeAll(wanted, trials);
}

/** Tries the winners of another attack on a target, on held-out seeds. */
export async function transferWinners(target: Target, plan: AttackPlan, trials: Trials): Promise<void> {
  const maker = { target, strategy: 'transfer' } as const;
  const wanted = plan.transferred.flatMap((winner, index) => {
    const payload = renderPayload(target, fittingGenome(winner.genome, target), plan.seed, winner.template);
    return Array.from({ length: plan.confirmations }, (_, repeat): WantedTrial => {
      const at = { ordinal: index * plan.confirmations + repeat, seed: plan.seed + heldOutFrom + repeat };
      return { maker, phase: 'transfer', ...at, on: target, ...payloadTried(payload), source: winner.source };
    });
  });
  await makeAll(wanted, trials);
}

const payloadTried = (payload: Payload): Pick<WantedTrial, 'genome' | 'source' | 'tried'> => ({
  genome: payload.genome,
  source: null,
  tried: () => ({ payload, rewriting: null }),
});

/** All of them: they don't depend on each other. */
async function makeAll(wanted: readonly WantedTrial[], trials: Trials): Promise<void> {
  const left = [...wanted];
  await inOrder(
    trials.width,
    (givenUp) => {
      const next = left.shift();
      return next === undefined ? null : trials.make(next, givenUp);
    },
    (line) => {
      trials.keep(line);
      return true;
    },
  );
}

/** A seed of 32 bits of its own for each search. */
function seedOf(seed: number, target: string, strategy: string): number {
  return Number.parseInt(payloadHash([seed, target, strategy].join('\n')).slice(0, 8), 16);
}
