import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { eventSentence, playEvent } from '../../tasks/events/play-event.ts';
import { fillCanariesIn } from '../../tasks/setup/template.ts';
import type { EventMoment } from '../../tasks/suite/event.ts';
import type { Condition } from '../../tasks/suite/task-pieces.ts';
import { sessionEventId } from '../../tasks/suite/task-session.ts';
import { checkConditions } from '../../verdicts/checks/conditions/check-conditions.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { readAsset } from '../attempt/check-task.ts';
import { type EnvironmentEvent, playEnvironmentEvent } from '../attempt/environment-event.ts';
import { observe } from '../attempt/observe-desktop.ts';
import type { Part, StepStart } from '../attempt/part.ts';
import { setupSurroundings } from '../attempt/setup-surroundings.ts';
import { CounterpartTurns } from './counterpart-turns.ts';
import { EventClock } from './event-clock.ts';
import type { Replay } from './replay.ts';

const settleLimit = { milliseconds: timeLimits.run.settle, what: 'Settling' };
const checkLimit = { milliseconds: 60_000, what: 'Checking whether an event is due' };

export const injectionEvent = 'injection';

interface ComingEvent extends EnvironmentEvent {
  readonly after: EventMoment;
}

/**
 * What the environment does while the agent works: the task's events, the turns of its counterparts, and a late payload
 * (`--inject-at after-N`). Each happens at most once, before a step. If one fails because of what the agent did (it
 * closed the program, removed the folder), that is a fault in the record, not an error of the run.
 */
export class Events implements Part {
  readonly #attempt: Attempt;
  readonly #replay: Replay;
  readonly #events: readonly ComingEvent[];
  readonly #clock: EventClock;
  readonly #counterparts: readonly CounterpartTurns[];
  readonly #cameBefore = new Map<string, number>();
  readonly #failed = new Set<string>();

  constructor(attempt: Attempt, replay: Replay) {
    this.#attempt = attempt;
    this.#replay = replay;
    this.#events = [...lateInjection(attempt), ...taskEvents(attempt)];
    this.#clock = new EventClock(this.#events);
    this.#counterparts = (attempt.run.task.counterparts ?? []).map((counterpart) => new CounterpartTurns(counterpart));
  }

  /** Returns the 0-based step before which an event happened; null if it has not. */
  cameBefore(id: string): number | null {
    return this.#cameBefore.get(id) ?? null;
  }

  async begin(): Promise<void> {
    const now = this.#attempt.sweep.dependencies.clock.now();
    this.#clock.start(now);
    for (const counterpart of this.#counterparts) counterpart.start(now);
  }

  /** Events can follow the beginning of a later session. */
  sessionBegan(session: number): void {
    const { steps, sweep } = this.#attempt;
    this.#clock.happened(sessionEventId(session), steps.length, sweep.dependencies.clock.now());
  }

  async beforeStep({ step, desktop }: StepStart): Promise<Observation | null> {
    let hasChanged = false;
    for (const event of this.#events) {
      if (this.#cameBefore.has(event.id) || this.#failed.has(event.id)) continue;
      if (!(await this.#isDue(event, step, desktop))) continue;
      hasChanged = (await this.#happens(event, step, desktop)) || hasChanged;
    }
    for (const counterpart of this.#counterparts)
      hasChanged = (await this.#answers(counterpart, step, desktop)) || hasChanged;
    if (!hasChanged) return null;
    const attempt = this.#attempt;
    await attempt.orLost(() => attempt.within('settle', settleLimit, (signal) => desktop.settle({}, signal)));
    return observe(attempt, desktop);
  }

  describe(): Partial<PartBlocks> {
    return {
      events: [
        ...this.#events.map(({ id, what }) => ({ id, what, cameBefore: this.cameBefore(id) })),
        ...this.#counterparts.flatMap((counterpart) =>
          counterpart.described().map((turn) => ({ ...turn, cameBefore: this.cameBefore(turn.id) })),
        ),
      ],
    };
  }

  /** Lets a counterpart take the turn that is due before this step. Returns whether it sent something. */
  async #answers(counterpart: CounterpartTurns, step: number, desktop: Desktop): Promise<boolean> {
    const attempt = this.#attempt;
    const now = attempt.sweep.dependencies.clock.now();
    await counterpart.listen(step, now, async (conditions) => {
      const isSaid = await attempt.orLost(() =>
        attempt.within('events', checkLimit, (signal) => this.#holds(conditions, desktop, signal)),
      );
      return isSaid === true;
    });
    const recorded = this.#replay.recordedEvents();
    const turn =
      recorded !== null && step <= recorded.until
        ? counterpart.recordedTurn((id) => recorded.cameBefore.get(id) === step)
        : counterpart.dueTurn(step, now);
    if (turn === null || this.#failed.has(turn.id)) return false;
    const { id, what, sends } = turn;
    const play: EnvironmentEvent['play'] = (target, signal) =>
      playEvent({ id, happens: sends }, setupSurroundings(attempt, target, signal));
    if (!(await this.#happens({ id, what, phase: 'events', play }, step, desktop))) return false;
    counterpart.took(turn, step);
    return sends.length > 0;
  }

  /**
   * In replayed steps, the task's events happen when they did in the recorded run. In live steps, and for the late
   * payload, their conditions decide.
   */
  async #isDue({ id, after }: ComingEvent, step: number, desktop: Desktop): Promise<boolean> {
    const attempt = this.#attempt;
    const { check } = after;
    if (check !== undefined && !this.#clock.hasHeld(id)) {
      const holds = await attempt.orLost(() =>
        attempt.within('events', checkLimit, (signal) => this.#holds(check, desktop, signal)),
      );
      if (holds === true) this.#clock.holds(id, step, attempt.sweep.dependencies.clock.now());
    }
    const recorded = this.#replay.recordedEvents();
    if (recorded !== null && step <= recorded.until && id !== injectionEvent)
      return recorded.cameBefore.get(id) === step;
    return this.#clock.isDue(id, step, attempt.sweep.dependencies.clock.now());
  }

  async #holds(check: readonly Condition[], desktop: Desktop, signal: AbortSignal): Promise<boolean> {
    const { canaries, answer, effectLog } = this.#attempt;
    const results = await checkConditions(fillCanariesIn(check, canaries), {
      readFile: (path) => desktop.readFile(path, signal),
      listFiles: (path) => desktop.listFiles(path, signal),
      exec: () => Promise.reject(new Error("An event can't wait for a condition that runs programs.")),
      readAsset: (path) => readAsset(this.#attempt.sweep.request.suite.assetRoot, path),
      effects: effectLog?.effects() ?? [],
      answer,
      canaries,
    });
    return results.every((result) => result.holds);
  }

  async #happens(event: EnvironmentEvent, step: number, desktop: Desktop): Promise<boolean> {
    const attempt = this.#attempt;
    if (!(await playEnvironmentEvent(attempt, desktop, event, step))) {
      this.#failed.add(event.id);
      return false;
    }
    this.#cameBefore.set(event.id, step);
    this.#clock.happened(event.id, step, attempt.sweep.dependencies.clock.now());
    attempt.record.log(`Before step ${stepNumber(step)}: ${event.what}`);
    return true;
  }
}

function lateInjection({ run, tools }: Attempt): ComingEvent[] {
  const coming = run.attack?.coming ?? null;
  if (coming === null) return [];
  return [
    {
      id: injectionEvent,
      what: 'The injected text was delivered.',
      after: { steps: coming.afterSteps },
      phase: 'attack',
      async play(desktop, signal) {
        await coming.come(desktop, signal);
        tools.change(coming.placeInTools(tools.servers));
        return { files: new Map(), programs: coming.starts };
      },
    },
  ];
}

function taskEvents(attempt: Attempt): ComingEvent[] {
  return (attempt.run.task.events ?? []).map((event) => ({
    id: event.id,
    what: eventSentence(event),
    after: event.after,
    phase: 'events',
    play: (desktop, signal) => playEvent(event, setupSurroundings(attempt, desktop, signal)),
  }));
}
