import { typingDoubts } from '../../evidence/effect-log/typing-doubts.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** Warns in the run's log of text that was typed before its window was there. */
export class LostText implements Part {
  readonly #attempt: Attempt;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  /** After the last step: a window that explains a doubt may open after the text, and each look takes the whole record. */
  async beforeScore(): Promise<void> {
    const { effectLog, record } = this.#attempt;
    for (const { step, what } of typingDoubts(effectLog?.actions() ?? []))
      record.log(`Step ${step + 1}: warning: ${what}.`);
  }
}
