/** Milliseconds by which a file's time may lag behind the clock: the kernel stamps files once a tick (10 ms at most). */
const clockGrain = 20;

/** Which step a moment belongs to, and how long after its step an effect was found. Moments are Unix milliseconds. */
export class StepClock {
  readonly now: () => number;
  readonly #starts = new Map<number, number>();
  /** When the last collection began. */
  #collectedAt = 0;
  /** When the last collection that belongs to a step began. */
  #stepsEndedAt: number;
  #lastStep = -1;

  constructor(now: () => number) {
    this.now = now;
    this.#stepsEndedAt = now();
  }

  /** 0-based: the step of the last collection; -1 before the first. */
  get lastStep(): number {
    return this.#lastStep;
  }

  start(step: number): void {
    this.#starts.set(step, this.now());
  }

  startOf(step: number): number | null {
    return this.#starts.get(step) ?? null;
  }

  /** A collection of this step begins. */
  collecting(step: number): void {
    this.#lastStep = step;
  }

  /** What happens while a collection reads may be missed: the next one finds it, and it belongs to the same step. So its begin counts. */
  collected(begun: number): void {
    this.#collectedAt = begun;
  }

  /** The last collection was that of a step. */
  stepCollected(): void {
    this.#stepsEndedAt = this.#collectedAt;
  }

  /** Milliseconds since the last collection. */
  sinceCollection(): number {
    return this.now() - this.#collectedAt;
  }

  /** Milliseconds since the last step was collected. */
  sinceSteps(): number {
    return this.now() - this.#stepsEndedAt;
  }

  /** The step during or after which something of that time happened; `current` is the step that is being collected. */
  stepAt(time: number | undefined, current: number): number {
    if (time === undefined || time <= this.#collectedAt) return current;
    const started = this.#starts.get(current);
    return started !== undefined && time < started - clockGrain ? Math.max(current - 1, -1) : current;
  }

  /**
   * Milliseconds from the end of an effect's step to the effect. `afterStep`: how long after the step this collection was made; null for
   * an effect of the step before. Where the source knows when it happened, that counts.
   */
  lagOf(happenedAt: number | undefined, found: number, afterStep: number | null): number {
    if (afterStep === 0) return 0;
    const isKnown = happenedAt !== undefined && happenedAt > this.#collectedAt;
    if (afterStep !== null) return isKnown ? Math.min(afterStep, happenedAt - this.#collectedAt) : afterStep;
    return Math.max(0, (happenedAt ?? found) - this.#collectedAt);
  }

  /** Steps that were played after the last one keep the last one's number. */
  async keepingLastStep<T>(work: () => Promise<T>): Promise<T> {
    const last = this.#lastStep;
    try {
      return await work();
    } finally {
      this.#lastStep = last;
    }
  }
}
