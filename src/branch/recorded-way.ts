import { type FactsOfEffect, stateDifferences } from './compare-state.ts';
import type { RecordedPath } from './recorded-path.ts';

/** What became of a branch's way to its step. */
export interface BranchState {
  state: 'same' | 'diverged';
  /** 0-based: the first step before which the state was another one; null: none. */
  divergedAt: number | null;
  /** What differed there. */
  differences: string[];
}

/** The way of a recorded run to the step at which a branch begins, and whether the branch came along it. */
export class RecordedWay {
  readonly #path: RecordedPath;
  readonly #step: number;
  /** Null before the first step. */
  state: BranchState | null = null;

  /** `step`: 0-based, the first one of the branch's own. */
  constructor(path: RecordedPath, step: number) {
    this.#path = path;
    this.#step = step;
  }

  /** The recorded step that is done again; undefined: the branch is on its own. */
  stepAt(step: number): RecordedPath['steps'][number] | undefined {
    return step < this.#step ? this.#path.steps[step] : undefined;
  }

  /** Is the state before this step held against the record? After a state that was another one, nothing is. */
  isHeld(step: number): boolean {
    return step <= this.#step && this.#path.steps[step] !== undefined && this.state?.state !== 'diverged';
  }

  /** What differs before this step between the record and now; `effects`: all that the ledger holds. */
  differences(step: number, tree: string, effects: readonly FactsOfEffect[]): string[] {
    const before = (list: readonly FactsOfEffect[]): FactsOfEffect[] => list.filter((one) => one.step < step);
    return stateDifferences(
      { tree: this.#path.steps[step]?.tree ?? '', effects: before(this.#path.effects) },
      { tree, effects: before(effects) },
    );
  }

  /** Notes what still differed before this step. */
  note(step: number, differences: string[]): void {
    this.state =
      differences.length === 0
        ? { state: 'same', divergedAt: null, differences }
        : { state: 'diverged', divergedAt: step, differences };
  }
}
