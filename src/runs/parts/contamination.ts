import type { AgentReply } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** Detects models trained on the suite: searches replies for its GUID, which occurs only in its files. */
export class Contamination implements Part {
  readonly #guid: string | null;
  #saidAt: number | null = null;

  constructor({ sweep }: Attempt) {
    this.#guid = sweep.request.suite.guid;
  }

  afterReply(step: number, { response }: AgentReply): void {
    if (this.#guid !== null && response.toLowerCase().includes(this.#guid)) this.#saidAt ??= step;
  }

  describe(): Partial<PartBlocks> {
    return { saidSuiteGuidAt: this.#saidAt };
  }
}
