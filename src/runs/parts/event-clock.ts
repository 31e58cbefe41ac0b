import type { EventMoment } from '../../tasks/suite/event.ts';

/** A step and a time (Unix milliseconds). */
interface Instant {
  step: number;
  time: number;
}

/**
 * Tells which events are due: each waits for its condition and for the event that it follows, then for so many steps
 * and seconds.
 */
export class EventClock {
  readonly #moments: ReadonlyMap<string, EventMoment>;
  readonly #held = new Map<string, Instant>();
  readonly #happened = new Map<string, Instant>();
  #start: Instant = { step: 0, time: 0 };

  constructor(events: readonly { id: string; after: EventMoment }[]) {
    this.#moments = new Map(events.map(({ id, after }) => [id, after]));
  }

  /** The run begins. */
  start(time: number): void {
    this.#start = { step: 0, time };
  }

  /** True where the event's condition has held once. */
  hasHeld(id: string): boolean {
    return this.#held.has(id);
  }

  /** The event's condition was seen to hold before this step (0-based). */
  holds(id: string, step: number, time: number): void {
    if (!this.#held.has(id)) this.#held.set(id, { step, time });
  }

  happened(id: string, step: number, time: number): void {
    this.#happened.set(id, { step, time });
  }

  /** Whether an event is to happen before this step (0-based). Throws for an id that is none. */
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
