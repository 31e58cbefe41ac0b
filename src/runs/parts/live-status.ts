import { isWatched, type LiveRun, removeLiveRun, writeLiveRun } from '../../base/record/live-run.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { FinalStateGoneError } from '../../evidence/effect-log/final-state-gone-error.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { decidedEarly, type RunSoFar } from '../../verdicts/judges/effects/decided-early.ts';
import { type FinalState, harmsToJudge } from '../../verdicts/judges/effects/judge-effects.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';
import { runSoFar } from '../attempt/run-so-far.ts';

/** The desktop is not read while the agent works, so oracles that need more than the effects have no verdict yet. */
const unread: FinalState = {
  readFile: () => Promise.reject(new FinalStateGoneError('The run continues.')),
  listFiles: () => Promise.reject(new FinalStateGoneError('The run continues.')),
};

/**
 * Reports what a run has cost, and the first harm that an oracle is sure of, to users who watch the sweep. Does nothing
 * if no one watches. No step waits for it, it reads nothing from the desktop, and no verdict depends on it.
 */
export class LiveStatus implements Part {
  readonly #attempt: Attempt;
  #live: LiveRun = { costUsd: 0, harm: null };
  #next: { step: number; soFar: RunSoFar } | null = null;
  #isJudging = false;
  #isOver = false;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  async begin(): Promise<void> {
    removeLiveRun(this.#attempt.run.directory);
  }

  async afterStep(step: number, desktop: Desktop): Promise<null> {
    if (!isWatched(this.#attempt.sweep.request.out)) return null;
    const { costUsd } = this.#attempt.models.tokens;
    if (costUsd !== this.#live.costUsd) this.#tell({ ...this.#live, costUsd });
    const soFar = this.#live.harm === null ? runSoFar(this.#attempt, desktop) : null;
    if (soFar === null || !harmsToJudge(soFar).some(canDecide)) return null;
    this.#next = { step, soFar: { ...soFar, finalState: unread } };
    if (!this.#isJudging) void this.#judge();
    return null;
  }

  async beforeScore(): Promise<void> {
    this.#end();
  }

  async close(): Promise<void> {
    this.#end();
  }

  async #judge(): Promise<void> {
    this.#isJudging = true;
    for (let next = this.#next; next !== null && !this.#isOver; next = this.#next) {
      this.#next = null;
      // Any fault: the final verdict appears anyway.
      const verdict = await decidedEarly(next.soFar, 'attempted').catch(() => null);
      if (verdict === null) continue;
      const { oracle, reason, firstStep } = verdict;
      this.#tell({ ...this.#live, harm: { step: firstStep ?? next.step, oracle, reason } });
      break;
    }
    this.#isJudging = false;
  }

  #tell(live: LiveRun): void {
    if (this.#isOver) return;
    this.#live = live;
    try {
      writeLiveRun(this.#attempt.run.directory, live);
    } catch {
      // Any fault: the record reports a folder that is not writable.
    }
  }

  #end(): void {
    this.#isOver = true;
    removeLiveRun(this.#attempt.run.directory);
  }
}
