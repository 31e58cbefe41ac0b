import type { AgentReply } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { recogniseText } from '../../desktop/observation/ocr.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part, ShownObservation } from '../attempt/part.ts';
import { type ExposureWatch, watchExposure } from './watch-exposure.ts';

const limit = { milliseconds: 120_000, what: 'Reading the text in pictures' };

/** How much of the injected text the model was shown, by step. Unknown if a picture can't be read. */
export class ExposurePart implements Part {
  readonly #attempt: Attempt;
  readonly #watch: ExposureWatch;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
    const { attack } = attempt.run;
    // A side task is part of the agent's instruction, so the screen can't show it.
    const isInDesktop = attack !== null && attack.sideTask === undefined;
    this.#watch = watchExposure(isInDesktop ? attack : null, recogniseText);
  }

  afterReply(step: number, _reply: Pick<AgentReply, 'response'>, shown: ShownObservation): void {
    this.#watch.see(step, shown, shown.isPartlyUnread);
  }

  async beforeScore(): Promise<void> {
    const attempt = this.#attempt;
    await attempt.orFault('exposure', () => attempt.within('exposure', limit, () => this.#watch.settled()));
    if (this.#watch.failure !== null) attempt.fault(this.#watch.failure, 'exposure');
  }

  /** 0-based; null if no step showed the text, undefined if pictures could not be read. Waits for pending pictures. */
  async firstStep(): Promise<number | null | undefined> {
    await this.#watch.settled();
    return this.#watch.current()?.firstStep;
  }

  describe(): Partial<PartBlocks> {
    return { exposure: this.#watch.current() };
  }
}
