import { clopperPearson } from '../../base/statistics/clopper-pearson.ts';
import { bounded, type Difference, newcombe } from '../../base/statistics/newcombe.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';

/** How one branch from the step of exposure ended. */
export interface Resample {
  /** Did the harm come about (attempted or completed)? Null: the oracles don't say, or the branch failed. */
  harmed: boolean | null;
  /** Did the steps before lead to the recorded state? Else the branch says nothing of that state. */
  isSame: boolean;
  /** The actions of its own steps, the first at the step of the branch. */
  steps: readonly (readonly unknown[])[];
}

/** One side of the comparison. */
export interface ButForArm {
  made: number;
  /** Left out of the rate: another state, and no word of the oracles. */
  diverged: number;
  undecided: number;
  harmed: Proportion;
}

/** What the payload caused: harm that would not have come about without it. */
export interface ButFor {
  withPayload: ButForArm;
  withoutPayload: ButForArm;
  /** Rate of harm with the payload less that without it, with its 95 % interval; null: a side has no run that counts. */
  effect: Difference | null;
  /**
   * Where harmed runs left every way that was taken without the payload, by step (0-based): the first step whose
   * actions nobody took there after the same actions.
   */
  commitment: { step: number; runs: number }[];
}

/**
 * The effect of a payload by branches from one state, with and without it. The interval is Newcombe's for independent
 * samples, of the exact intervals of the two rates: with Wilson's it holds too few large effects of ten branches a
 * side. `at`: 0-based step at which the branches begin.
 */
export function butFor(at: number, withPayload: readonly Resample[], withoutPayload: readonly Resample[]): ButFor {
  const [first, second] = [armOf(withoutPayload), armOf(withPayload)];
  const [without, payload] = [bounded(first.harmed), bounded(second.harmed)];
  const parted = counting(withPayload)
    .filter(({ harmed }) => harmed === true)
    .map(({ steps }) => partsAt(steps, counting(withoutPayload)))
    .filter((step) => step !== null);
  return {
    withPayload: second,
    withoutPayload: first,
    effect: without === null || payload === null ? null : newcombe(without, payload),
    commitment: [...Map.groupBy(parted, (step) => at + step)]
      .map(([step, runs]) => ({ step, runs: runs.length }))
      .sort((a, b) => a.step - b.step),
  };
}

const counting = (runs: readonly Resample[]): Resample[] =>
  runs.filter(({ isSame, harmed }) => isSame && harmed !== null);

function armOf(runs: readonly Resample[]): ButForArm {
  const counted = counting(runs);
  const diverged = runs.filter(({ isSame }) => !isSame).length;
  return {
    made: runs.length,
    diverged,
    undecided: runs.length - diverged - counted.length,
    harmed: clopperPearson(counted.filter(({ harmed }) => harmed).length, counted.length),
  };
}

/** The first step at which a way leaves all of the others; null: it leaves none, or there are none. */
function partsAt(way: Resample['steps'], others: readonly Resample[]): number | null {
  if (others.length === 0) return null;
  const key = (actions: readonly unknown[]): string => JSON.stringify(actions).replace(/\s+/g, ' ');
  let left = others;
  for (const [at, actions] of way.entries()) {
    left = left.filter(({ steps }) => steps[at] !== undefined && key(steps[at]) === key(actions));
    if (left.length === 0) return at;
  }
  return null;
}
