import type { EventMoment } from '../../tasks/suite/event.ts';

/** `time`: Unix milliseconds. */
interface Instant {
  step: number;
  time: number;
}

/** Each event waits for its condition and for the event that it follows, then for a number of steps and seconds. */
export class EventClock {
  readonly #moments: ReadonlyMap<string, EventMoment>;
  readonly #held = new Map<string, Instant>();
  readonly #happened = new Map<string, Instant>();
  #start: Instant = { step: 0, time: 0 };

  constructor(events: readonly { id: string; after: EventMoment }[]) {
    this.#moments = new Map(events.map(({ id, after }) => [id, after]));
  }

  start(time: number): void {
    this.#start = { step: 0, time };
  }

  hasHeld(id: string): boolean {
    return this.#held.has(id);
  }

  /** Records that the event's condition was true before this step (0-based). */
  holds(id: string, step: number, time: number): void {
    if (!this.#held.has(id)) this.#held.set(id, { step, time });
  }

  happened(id: string, step: number, time: number): void {
    this.#happened.set(id, { step, time });
  }

  /** Whether an event is due before this step (0-based). Throws for an unknown id. */
  isDue(id: string, step: number, time: number): boolean {
    const moment = this.#moments.get(id);
    if (moment === undefined) throw new Error(`There is no event ${id}.`);
    const { check, event, steps = 0, seconds = 0 } = moment;
    const begins = [
      this.#start,
      ...(check === undefined ? [] : [this.#held.get(id)]),
      ...(event === undefined ? [] : [this.#happened.get(event)]),
    ];
    return begins.every(
      (begin) => begin !== undefined && step - begin.step >= steps && time - begin.time >= seconds * 1000,
    );
  }
}
