import { effectDifferences, type FactsOfEffect, stateDifferences } from './compare-state.ts';
import type { RecordedPath } from './recorded-path.ts';

/** What became of a branch's way to its step. */
export interface BranchState {
  state: 'same' | 'diverged';
  /** 0-based: the first step before which the state was another one; null: none. */
  divergedAt: number | null;
  /** What differed there. */
  differences: string[];
  /** How many states were held against the record. */
  compared: number;
  /**
   * Milliseconds from the first observation to the branch's own first step, and how many of them it waited for the
   * recorded state to come.
   */
  replayMs: number;
  waitedMs: number;
}

/**
 * When events happened in a recorded run: by id, the step (0-based) before which each did, up to and before `until`.
 */
export interface RecordedEvents {
  until: number;
  cameBefore: ReadonlyMap<string, number>;
}

/** The way of a recorded run to the step at which a branch begins, and whether the branch came along it. */
export class ReplayedPath {
  readonly #path: RecordedPath;
  readonly #step: number;
  /** Another state than the recorded one ends the attempt: the run begins anew. */
  readonly mustBeSame: boolean;
  /** 0-based: states are compared before earlier steps than this alone. */
  readonly #comparedBefore: number;
  /** 0-based: from this step on effects alone are compared. */
  readonly #treesBefore: number;
  /** Null before the first step. */
  state: BranchState | null = null;

  /** `step`: 0-based, the first one of the branch's own. */
  constructor(
    path: RecordedPath,
    step: number,
    options: { mustBeSame?: boolean; comparedBefore?: number; treesBefore?: number } = {},
  ) {
    this.#path = path;
    this.#step = step;
    this.mustBeSame = options.mustBeSame ?? false;
    this.#comparedBefore = options.comparedBefore ?? Number.POSITIVE_INFINITY;
    this.#treesBefore = options.treesBefore ?? Number.POSITIVE_INFINITY;
  }

  /** The recorded step that is done again; undefined: the branch is on its own. */
  stepAt(step: number): RecordedPath['steps'][number] | undefined {
    return step < this.#step ? this.#path.steps[step] : undefined;
  }

  recordedEvents(): RecordedEvents {
    const happened = this.#path.effects.filter(({ source, step }) => source === 'environment' && step <= this.#step);
    return {
      until: this.#step,
      cameBefore: new Map(happened.map(({ detail, step }) => [String((detail as { event?: unknown }).event), step])),
    };
  }

  /** Is the state before this step held against the record? After a state that was another one, nothing is. */
  isHeld(step: number): boolean {
    return (
      step <= this.#step &&
      step < this.#comparedBefore &&
      this.#path.steps[step] !== undefined &&
      this.state?.state !== 'diverged'
    );
  }

  /** What differs before this step between the record and now; `effects`: all that the effect log holds. */
  differences(step: number, tree: string, effects: readonly FactsOfEffect[]): string[] {
    const before = (list: readonly FactsOfEffect[]): FactsOfEffect[] => list.filter((item) => item.step < step);
    const [recorded, now] = [before(this.#path.effects), before(effects)];
    if (step >= this.#treesBefore) return effectDifferences(recorded, now);
    const { steps } = this.#path;
    return stateDifferences(
      { tree: steps[step]?.tree ?? '', effects: recorded },
      { tree, effects: now },
      steps[step + 1],
    );
  }

  /**
   * Notes what still differed before this step, after so many milliseconds since the first observation, and of waiting
   * for this step.
   */
  note(step: number, differences: string[], replayMs: number, waitedMs: number): void {
    const times = {
      compared: (this.state?.compared ?? 0) + 1,
      replayMs: Math.round(replayMs),
      waitedMs: (this.state?.waitedMs ?? 0) + Math.round(waitedMs),
    };
    this.state =
      differences.length === 0
        ? { state: 'same', divergedAt: null, differences, ...times }
        : { state: 'diverged', divergedAt: step, differences, ...times };
  }

  /** Notes that this step begins, where its state is not compared. */
  noteTime(step: number, replayMs: number): void {
    if (step > this.#step) return;
    const before = this.state ?? { state: 'same', divergedAt: null, differences: [], waitedMs: 0, compared: 0 };
    this.state = { ...before, replayMs: Math.round(replayMs) };
  }
}
