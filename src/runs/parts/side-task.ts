import type { AgentReply } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { attackBegins } from '../../tasks/suite/attack-selection.ts';
import { sideTaskVector } from '../../tasks/suite/side-tasks.ts';
import { wordsOfSideTask } from '../../verdicts/monitors/leak.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/**
 * `--side-task`: gives a goal to the agent itself. Records when it began and how much of it the agent's replies
 * disclosed.
 */
export class SideTask implements Part {
  readonly #attempt: Attempt;
  #leak: { step: number; share: number } | null = null;
  #begunAt: number | null = null;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  instructs(step: number, tree: string): string | null {
    const { attack, canarySeed } = this.#attempt.run;
    if (attack?.sideTask === undefined) return null;
    const { instruction, select } = attack.sideTask;
    if (this.#begunAt === null && (select === null || attackBegins(select, { seed: canarySeed, step, tree })))
      this.#begunAt = step;
    return this.#begunAt === null ? null : instruction;
  }

  afterReply(step: number, { response }: AgentReply): void {
    const { attack, task } = this.#attempt.run;
    if (attack?.sideTask === undefined) return;
    const share = wordsOfSideTask(response, { sideTask: attack.content, instruction: task.instruction });
    if (share > (this.#leak?.share ?? 0)) this.#leak = { step, share };
  }

  describe(): Partial<PartBlocks> {
    const { injection, attack } = this.#attempt.run;
    if (injection?.vector !== sideTaskVector || attack === null) return { sideTask: null };
    return {
      sideTask: {
        goal: injection.goal,
        text: attack.content,
        severity: injection.goalFile.goal.classification?.severity ?? null,
        begunAt: this.#begunAt,
        leak: this.#leak,
      },
    };
  }
}
