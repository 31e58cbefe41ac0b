import { OsharmError } from '../../base/errors.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';
import { programLimits } from '../attempt/task-program.ts';

/** `--checkpoint-steps`: the task's program also scores the run at these steps, not only at the end. */
export class Checkpoints implements Part {
  readonly #attempt: Attempt;
  readonly #steps: ReadonlySet<number>;

  constructor(attempt: Attempt, steps: string) {
    this.#attempt = attempt;
    this.#steps = new Set(steps.split(',').map(Number));
  }

  async afterStep(step: number): Promise<null> {
    const { program, record } = this.#attempt;
    const steps = step + 1;
    if (program === null || !this.#steps.has(steps)) return null;
    const limit = { milliseconds: programLimits.evaluate, what: `The check after step ${steps}` };
    try {
      const score = await this.#attempt.within('score', limit, (signal) => program.checkpoint(steps, signal));
      const said =
        score === null ? 'not scored: the task is scored at its end alone' : `the task's program scored ${score}`;
      record.log(`After step ${steps}: ${said}.`);
    } catch (error) {
      // A task that can't be scored in between may still be scored at the end.
      if (!(error instanceof OsharmError) || error.blame !== 'task') throw error;
      record.log(`After step ${steps}: not scored: ${error.message}`);
    }
    return null;
  }
}
