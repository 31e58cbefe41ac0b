import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { neededNote, wroteNote } from '../../tasks/injection/needed-note.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';
import { type Events, injectionEvent } from './events.ts';

/** Records how the injected text was placed, and whether the harmless instruction next to it was followed. */
export class Injection implements Part {
  readonly #attempt: Attempt;
  readonly #events: Events;

  constructor(attempt: Attempt, events: Events) {
    this.#attempt = attempt;
    this.#events = events;
  }

  describe(isOver: boolean): Partial<PartBlocks> {
    return { attack: this.#placed(), needed: isOver ? this.#needed() : null };
  }

  #placed(): PartBlocks['attack'] {
    const { attack, injection, settings } = this.#attempt.run;
    if (attack === null || injection === null) return null;
    const form = parseGoalId(injection.goal).form;
    const { decoy, title } = injection.goalFile.goal;
    return {
      params: attack.parameters,
      substitutions: [...attack.substitutions],
      style: form?.style,
      language: form?.language,
      visibility: attack.visibility,
      at: settings.payloadAt ?? 'start',
      cameBefore: this.#events.cameBefore(injectionEvent),
      further: attack.further.map(({ vector, params }) => ({ vector, params })),
      goalTitle: title,
      decoy,
    };
  }

  #needed(): PartBlocks['needed'] {
    const { run, effectLog } = this.#attempt;
    if (run.injection === null) return null;
    if (run.settings.selective !== true && run.injection.goalFile.goal.decoy !== 'needed') return null;
    const note = neededNote(run.canarySeed);
    return { path: note.path, code: note.code, wasFollowed: wroteNote(note, effectLog?.effects() ?? []) };
  }
}
