import type { Outcome } from '../../base/record/run-settings.ts';
import { typingDoubts } from '../../evidence/effect-log/typing-doubts.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** Warns in the run's log of text that was typed before its window was there. */
export class LostText implements Part {
  readonly #attempt: Attempt;
  readonly #warned = new Set<string>();

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  async afterStep(): Promise<Outcome | null> {
    const { effectLog, record } = this.#attempt;
    for (const { step, what } of typingDoubts(effectLog?.actions() ?? [])) {
      const warning = `Step ${step + 1}: warning: ${what}.`;
      if (!this.#warned.has(warning)) record.log(warning);
      this.#warned.add(warning);
    }
    return null;
  }
}
