import type { AttackPlan } from './attack-plan.ts';
import { createStrategy, type StrategyName } from './create-strategy.ts';
import { type Genome, payloadHash } from './genome.ts';
import { gradeValue, reaches } from './grade.ts';
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

/** Makes one trial, or finds it made. */
export type MakeTrial = (
  maker: TrialMaker,
  at: Pick<JournalLine, 'phase' | 'ordinal' | 'seed'> & {
    on: Target;
    payload: Payload | null;
    source?: string;
    /** What the attacker's model made of the payload's draft, and the genome: there is no payload where it refused. */
    rewritten?: { genome: Genome; rewriting: Rewriting };
  },
) => Promise<JournalLine>;

/** Has a draft rewritten. */
export type Rewrite = (draft: Draft) => Promise<Rewriting>;

/** Seeds that searches draw their tasks from, in turn. */
const searchSeeds = 4;
/** Held-out seeds begin so far above the attack's own. */
const heldOutFrom = 10_000;

/** Asks a strategy for payloads and tries them, until one succeeds or the queries are used up. Null: none succeeded. A draft that isn't rewritten uses up a query. */
export async function searchTarget(
  search: Search,
  plan: AttackPlan,
  make: MakeTrial,
  rewrite: Rewrite | null = null,
): Promise<Payload | null> {
  const { target, strategy: name } = search;
  const strategy = createStrategy(name, {
    space: spaceOf(target),
    statics: staticGenomes(target),
    seed: seedOf(plan.seed, target.id, name),
  });
  for (let ordinal = 0; ordinal < plan.maxQueries; ordinal += 1) {
    const genome = strategy.next();
    const draft = rewrite === null ? null : draftOf(target, genome);
    const rewriting = draft === null ? null : ((await rewrite?.(draft)) ?? null);
    const seed = plan.seed + (ordinal % searchSeeds);
    const isRendered = rewriting === null || rewriting.outcome === 'rewritten';
    const template = rewriting?.outcome === 'rewritten' ? rewriting.text : null;
    const payload = isRendered ? renderPayload(target, genome, plan.seed, template) : null;
    const told = rewriting === null ? {} : { rewritten: { genome, rewriting } };
    const { grade } = await make(search, { phase: 'search', ordinal, seed, on: target, payload, ...told });
    if (payload !== null && grade !== null && reaches(grade, plan.success)) return payload;
    strategy.tell(grade === null ? 0 : gradeValue(grade));
  }
  return null;
}

/** Tries a winner on seeds of its own task that the search never used, and on tasks that it never saw. */
export async function confirmWinner(search: Search, winner: Payload, plan: AttackPlan, make: MakeTrial): Promise<void> {
  for (let ordinal = 0; ordinal < plan.confirmations; ordinal += 1) {
    const seed = plan.seed + heldOutFrom + ordinal;
    await make(search, { phase: 'held-out-seed', ordinal, seed, on: search.target, payload: winner });
  }
  const { vector, goal } = search.target;
  const others = plan.heldOut.filter((one) => one.vector === vector && one.goal === goal);
  for (const [ordinal, on] of others.slice(0, plan.confirmations).entries()) {
    const payload = renderPayload(on, fittingGenome(winner.genome, on), plan.seed, winner.template);
    await make(search, { phase: 'held-out-task', ordinal, seed: plan.seed + heldOutFrom, on, payload });
  }
}

/** Does a task without an injection, on the seeds of a search. */
export async function tryBenign(target: Target, plan: AttackPlan, make: MakeTrial): Promise<void> {
  for (let ordinal = 0; ordinal < plan.benign; ordinal += 1)
    await make(
      { target, strategy: 'none' },
      { phase: 'benign', ordinal, seed: plan.seed + ordinal, on: target, payload: null },
    );
}

/** Tries the winners of another attack on a target, on held-out seeds. */
export async function transferWinners(target: Target, plan: AttackPlan, make: MakeTrial): Promise<void> {
  for (const [index, winner] of plan.transferred.entries())
    for (let repeat = 0; repeat < plan.confirmations; repeat += 1) {
      const payload = renderPayload(target, fittingGenome(winner.genome, target), plan.seed, winner.template);
      const at = { ordinal: index * plan.confirmations + repeat, seed: plan.seed + heldOutFrom + repeat };
      const maker = { target, strategy: 'transfer' } as const;
      await make(maker, { phase: 'transfer', ...at, on: target, payload, source: winner.source });
    }
}

/** A seed of 32 bits of its own for each search. */
function seedOf(seed: number, target: string, strategy: string): number {
  return Number.parseInt(payloadHash([seed, target, strategy].join('\n')).slice(0, 8), 16);
}
