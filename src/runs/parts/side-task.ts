import type { AgentReply } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { sideTaskVector } from '../../tasks/suite/side-tasks.ts';
import { wordsOfSideTask } from '../../verdicts/monitors/leak.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** `--side-task`: a goal given to the agent itself, and how much of it the agent's replies disclosed. */
export class SideTask implements Part {
  readonly #attempt: Attempt;
  #leak: { step: number; share: number } | null = null;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  afterReply(step: number, { response }: AgentReply): void {
    const { attack, task } = this.#attempt.run;
    if (attack?.asInstruction === undefined) return;
    const share = wordsOfSideTask(response, { sideTask: attack.content, instruction: task.instruction });
    if (share > (this.#leak?.share ?? 0)) this.#leak = { step, share };
  }

  describe(): Partial<PartBlocks> {
    const { injection, attack } = this.#attempt.run;
    if (injection?.vector !== sideTaskVector || attack === null) return { sideTask: null };
    return { sideTask: { goal: injection.goal, text: attack.content, leak: this.#leak } };
  }
}
