import type { AgentReply } from '../../agents/agent.ts';
import { actionAsText } from '../../base/record/action-text.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Observation } from '../../desktop/client/desktop.ts';
import { referenceAddresses } from '../../tasks/suite/reference-addresses.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part, StepStart } from '../attempt/part.ts';

/**
 * Detects that a run looked up the file that its check compares with: an action, the screen or a recorded request
 * contains its address.
 */
export class ReferenceLookup implements Part {
  readonly #attempt: Attempt;
  readonly #addresses: readonly string[];
  #foundAt: number | null = null;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
    this.#addresses = referenceAddresses(attempt.run.task);
  }

  async beforeStep({ step, observation }: StepStart): Promise<Observation | null> {
    this.#search(step, observation.accessibilityTree);
    return null;
  }

  afterReply(step: number, { actions }: AgentReply): void {
    this.#search(step, actions.map(actionAsText).join('\n'));
  }

  async beforeScore(): Promise<void> {
    for (const { step, kind, detail } of this.#attempt.effectLog?.effects() ?? [])
      if (kind === 'requested') this.#search(step, detail.url);
  }

  describe(): Partial<PartBlocks> {
    return { lookedUpReferenceAt: this.#foundAt };
  }

  #search(step: number, text: string): void {
    if (this.#addresses.length === 0) return;
    const texts = [text, unescaped(text)];
    if (this.#addresses.some((address) => texts.some((form) => form.includes(address))))
      this.#foundAt = Math.min(step, this.#foundAt ?? step);
  }
}

const unescaped = (text: string): string => text.replace(/%2f/gi, '/').replaceAll('\\/', '/');
