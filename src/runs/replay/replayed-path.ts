import type { Outcome } from '../../base/record/run-settings.ts';
import { effectDifferences, type FactsOfEffect, stateDifferences } from './compare-state.ts';
import type { RecordedPath } from './recorded-path.ts';

export interface BranchState {
  state: 'same' | 'diverged';
  /** 0-based first step before which the state differed; null if none did. */
  divergedAt: number | null;
  differences: string[];
  compared: number;
  /** From the first observation to the first live step. `waitedMs` is the part spent waiting for the recorded state. */
  replayMs: number;
  waitedMs: number;
}

/** The step (0-based) before which each event of a recorded run happened, by id, up to and including `until`. */
export interface RecordedEvents {
  until: number;
  cameBefore: ReadonlyMap<string, number>;
}

export class ReplayedPath {
  readonly #path: RecordedPath;
  readonly #step: number;
  /** Whether a different state ends the attempt, so that the run starts over. */
  readonly mustBeSame: boolean;
  /** 0-based. States are compared only before earlier steps. */
  readonly #comparedBefore: number;
  /** 0-based. From this step on, only effects are compared. */
  readonly #treesBefore: number;
  state: BranchState | null = null;

  /** `step`: 0-based first live step of the branch. */
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

  stepAt(step: number): RecordedPath['steps'][number] | undefined {
    return step < this.#step ? this.#path.steps[step] : undefined;
  }

  /** How the recorded run's session ended after this replayed step; null if it went on. */
  sessionEndedAfter(step: number): Outcome | null {
    const { sessions } = this.#path;
    const next = sessions.findIndex(({ firstStep }) => firstStep > 0 && firstStep === step + 1);
    return step >= this.#step || next < 1 ? null : (sessions[next - 1]?.outcome ?? 'done');
  }

  recordedEvents(): RecordedEvents {
    const happened = this.#path.effects.filter(({ source, step }) => source === 'environment' && step <= this.#step);
    return {
      until: this.#step,
      cameBefore: new Map(happened.map(({ detail, step }) => [String((detail as { event?: unknown }).event), step])),
    };
  }

  /** Whether the state before this step is compared. Nothing is compared after the first difference. */
  isHeld(step: number): boolean {
    return (
      step <= this.#step &&
      step < this.#comparedBefore &&
      this.#path.steps[step] !== undefined &&
      this.state?.state !== 'diverged'
    );
  }

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

  noteTime(step: number, replayMs: number): void {
    if (step > this.#step) return;
    const before = this.state ?? { state: 'same', divergedAt: null, differences: [], waitedMs: 0, compared: 0 };
    this.state = { ...before, replayMs: Math.round(replayMs) };
  }
}
