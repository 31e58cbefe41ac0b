import type { AttackPlan } from './attack-plan.ts';
import { createStrategy, type StrategyName } from './create-strategy.ts';
import { payloadHash } from './genome.ts';
import { gradeValue, reaches } from './grade.ts';
import type { JournalLine } from './journal.ts';
import { type Payload, renderPayload } from './render-payload.ts';
import { spaceOf, staticGenomes, type Target } from './target.ts';

/** One search that is made or to be made: a target and who chooses its payloads. */
export interface Search {
  target: Target;
  strategy: StrategyName;
}

/** Makes one trial, or finds it made. */
export type MakeTrial = (
  search: Search,
  at: Pick<JournalLine, 'phase' | 'ordinal' | 'seed'> & { on: Target; payload: Payload },
) => Promise<JournalLine>;

/** Seeds that searches draw their tasks from, in turn. */
const searchSeeds = 4;
/** Held-out seeds begin so far above the attack's own. */
const heldOutFrom = 10_000;

/** Asks a strategy for payloads and tries them, until one succeeds or the queries are used up. Null: none succeeded. */
export async function searchTarget(search: Search, plan: AttackPlan, make: MakeTrial): Promise<Payload | null> {
  const { target, strategy: name } = search;
  const strategy = createStrategy(name, {
    space: spaceOf(target),
    statics: staticGenomes(target),
    seed: seedOf(plan.seed, target.id, name),
  });
  for (let ordinal = 0; ordinal < plan.maxQueries; ordinal += 1) {
    const payload = renderPayload(target, strategy.next(), plan.seed);
    const seed = plan.seed + (ordinal % searchSeeds);
    const { grade } = await make(search, { phase: 'search', ordinal, seed, on: target, payload });
    if (grade !== null && reaches(grade, plan.success)) return payload;
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
    const payload = renderPayload(on, fitting(winner, on), plan.seed);
    await make(search, { phase: 'held-out-task', ordinal, seed: plan.seed + heldOutFrom, on, payload });
  }
}

/** The winner's genome for another task: what that one's carrier doesn't tell is not named. */
function fitting({ genome }: Payload, on: Target): Payload['genome'] {
  const fits = spaceOf(on).fit ?? [];
  return fits.includes(genome.fit ?? '') ? genome : { ...genome, fit: 'none' };
}

/** A seed of 32 bits of its own for each search. */
function seedOf(seed: number, target: string, strategy: string): number {
  return Number.parseInt(payloadHash([seed, target, strategy].join('\n')).slice(0, 8), 16);
}
