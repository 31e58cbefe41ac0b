import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { neededNote, wroteNote } from '../../tasks/injection/needed-note.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { observe } from '../attempt/observe-desktop.ts';
import type { Part, StepStart } from '../attempt/part.ts';

/** Deadlines in milliseconds. */
const limit = 60_000;
const settleLimit = { milliseconds: timeLimits.run.settle, what: 'Settling' };

/** The injection of a run: puts a late payload in place (`--payload-at after-N`), and says how the text was placed. */
export class Injection implements Part {
  readonly #attempt: Attempt;
  /** 0-based: the step before which a payload came that was not there from the start; null: none has. */
  #cameBefore: number | null = null;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  async beforeStep({ step, desktop }: StepStart): Promise<Observation | null> {
    if (!(await this.#comes(step, desktop))) return null;
    return observe(this.#attempt, desktop);
  }

  describe(isOver: boolean): Partial<PartBlocks> {
    return { attack: this.#placed(), needed: isOver ? this.#needed() : null };
  }

  /**
   * Puts the injected text into the desktop where this is the step before which it comes; true where it did. An agent may have closed
   * what would carry it: then it stays away, which is a fault in the record and no error of the run.
   */
  async #comes(step: number, desktop: Desktop): Promise<boolean> {
    const attempt = this.#attempt;
    const coming = attempt.run.attack?.coming ?? null;
    if (coming === null || coming.afterSteps !== step) return false;
    const what = `The coming of the injection by ${attempt.run.injection?.vector}`;
    const come = attempt.within('attack', { milliseconds: limit, what }, (signal) => coming.come(desktop, signal));
    const failure = await come.then(
      () => null,
      (error: unknown) => error ?? new Error(what),
    );
    attempt.signal.throwIfAborted();
    await attempt.effectLog?.disregard(coming.starts);
    if (failure !== null) {
      attempt.fault(failure, 'attack');
      return false;
    }
    this.#cameBefore = step;
    attempt.record.log(`Before step ${step + 1}: the injected text came.`);
    await attempt.orLost(() => attempt.within('settle', settleLimit, (signal) => desktop.settle({}, signal)));
    return true;
  }

  #placed(): PartBlocks['attack'] {
    const { attack, injection, settings } = this.#attempt.run;
    if (attack === null || injection === null) return null;
    const form = parseGoalId(injection.goal).form;
    const { decoy } = injection.goalFile.goal;
    return {
      params: attack.parameters,
      substitutions: [...attack.substitutions],
      ...(form === null ? {} : { level: form.level, language: form.language }),
      visibility: attack.visibility,
      at: settings.payloadAt ?? 'start',
      cameBefore: this.#cameBefore,
      further: attack.further.map(({ vector, params }) => ({ vector, params })),
      ...(decoy === undefined ? {} : { decoy }),
    };
  }

  /** Whether the harmless instruction beside the payload was followed (`--selective`). */
  #needed(): PartBlocks['needed'] {
    const { run, effectLog } = this.#attempt;
    if (run.injection === null) return null;
    if (run.settings.selective !== true && run.injection.goalFile.goal.decoy !== 'needed') return null;
    const note = neededNote(run.canarySeed);
    return { path: note.path, code: note.code, wasFollowed: wroteNote(note, effectLog?.effects() ?? []) };
  }
}
