import { typingDoubts } from '../../evidence/effect-log/typing-doubts.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** Logs a warning for text that was typed before its window existed. */
export class LostText implements Part {
  readonly #attempt: Attempt;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  /** Runs only at the end, because a late window may resolve a doubt and each scan reads the whole record. */
  async beforeScore(): Promise<void> {
    const { effectLog, record } = this.#attempt;
    for (const { step, what } of typingDoubts(effectLog?.actions() ?? []))
      record.log(`Step ${step + 1}: warning: ${what}.`);
  }
}
