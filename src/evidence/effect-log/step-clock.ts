/** The kernel updates file times once per tick (10 ms at most). */
const clockGrain = 20;

/** Assigns effects to steps and computes their lag. Times are Unix milliseconds. */
export class StepClock {
  readonly now: () => number;
  readonly #starts = new Map<number, number>();
  #collectedAt = 0;
  #stepsEndedAt: number;
  #lastStep = -1;

  constructor(now: () => number) {
    this.now = now;
    this.#stepsEndedAt = now();
  }

  /** 0-based step of the last collection; -1 before the first. */
  get lastStep(): number {
    return this.#lastStep;
  }

  start(step: number): void {
    this.#starts.set(step, this.now());
  }

  startOf(step: number): number | null {
    return this.#starts.get(step) ?? null;
  }

  collecting(step: number): void {
    this.#lastStep = step;
  }

  /** `begun` is the start of the collection. The next one assigns changes since then to the same step. */
  collected(begun: number): void {
    this.#collectedAt = begun;
  }

  stepCollected(): void {
    this.#stepsEndedAt = this.#collectedAt;
  }

  sinceCollection(): number {
    return this.now() - this.#collectedAt;
  }

  sinceSteps(): number {
    return this.now() - this.#stepsEndedAt;
  }

  /** `current` is the step being collected. */
  stepAt(time: number | undefined, current: number): number {
    if (time === undefined || time <= this.#collectedAt) return current;
    const started = this.#starts.get(current);
    return started !== undefined && time < started - clockGrain ? Math.max(current - 1, -1) : current;
  }

  /** `afterStep`: the collection's delay after its step; null for an effect of the previous step. */
  lagOf(happenedAt: number | undefined, found: number, afterStep: number | null): number {
    if (afterStep === 0) return 0;
    const isKnown = happenedAt !== undefined && happenedAt > this.#collectedAt;
    if (afterStep !== null) return isKnown ? Math.min(afterStep, happenedAt - this.#collectedAt) : afterStep;
    return Math.max(0, (happenedAt ?? found) - this.#collectedAt);
  }

  async keepingLastStep<T>(work: () => Promise<T>): Promise<T> {
    const last = this.#lastStep;
    try {
      return await work();
    } finally {
      this.#lastStep = last;
    }
  }
}
