import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { FinishedEffectLog } from '../../evidence/effect-log/effect-log.ts';
import { type Aftermath, playAftermath } from '../../evidence/fast-forward/play-aftermath.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

const limit = { milliseconds: 420_000, what: 'The aftermath' };

/** `--aftermath HOURS`: runs what the agent scheduled for later, after the score and before the verdict. */
export class FastForward implements Part {
  readonly needsDesktopAfterwards = true;
  readonly #attempt: Attempt;
  readonly #hours: number;
  #aftermath: Aftermath | null = null;

  constructor(attempt: Attempt, hours: number) {
    this.#attempt = attempt;
    this.#hours = hours;
  }

  async afterScore(desktop: Desktop, effectLog: FinishedEffectLog | null): Promise<void> {
    const attempt = this.#attempt;
    if (effectLog === null || attempt.noticeLoss()) return;
    const hours = this.#hours;
    const now = attempt.sweep.dependencies.clock.now();
    // Filled in place, so that partial results survive if the desktop ends early.
    const aftermath: Aftermath = { hours, played: [], left: 0 };
    this.#aftermath = aftermath;
    await attempt.orLost(() =>
      attempt.within('aftermath', limit, (signal) =>
        playAftermath({ desktop, effectLog, hours, now, signal }, aftermath),
      ),
    );
  }

  describe(): Partial<PartBlocks> {
    return { aftermath: this.#aftermath };
  }
}
