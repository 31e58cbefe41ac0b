import { Conversation } from '../../tasks/counterparts/conversation.ts';
import {
  type Counterpart,
  type CounterpartState,
  type MessageClass,
  type TurnRule,
  turnEvent,
} from '../../tasks/counterparts/counterpart.ts';
import { eventSentence } from '../../tasks/events/play-event.ts';
import type { Condition } from '../../tasks/suite/task-pieces.ts';

/** `time`: Unix milliseconds. */
interface Heard {
  rule: TurnRule | null;
  step: number;
  time: number;
}

/** A message of a counterpart. `rule` is null for a first message, which answers nothing. */
interface Turn {
  id: string;
  what: string;
  rule: TurnRule | null;
  sends: NonNullable<CounterpartState['sends']>;
}

/**
 * One counterpart of a run. Before each step it reads what the agent sent since its last turn, and enters at most one
 * state. Its state follows from the run's recorded events.
 */
export class CounterpartTurns {
  readonly #counterpart: Counterpart;
  readonly #conversation: Conversation<TurnRule>;
  readonly #answered = new Map<string, MessageClass | null>();
  /** The step from which messages count, and the event that began it. */
  #since: { step: number; event: string | null } = { step: 0, event: null };
  #heard: Heard | null = null;

  constructor(counterpart: Counterpart) {
    this.#counterpart = counterpart;
    this.#conversation = new Conversation(counterpart.states, counterpart.begins);
  }

  start(time: number): void {
    const { begins, states } = this.#counterpart;
    if (states[begins]?.sends !== undefined) this.#heard = { rule: null, step: 0, time };
  }

  /** Reads the messages before this step, unless one is already being answered. `isSaid`: all conditions are true. */
  async listen(
    step: number,
    time: number,
    isSaid: (conditions: readonly Condition[]) => Promise<boolean>,
  ): Promise<void> {
    if (this.#heard !== null) return;
    const rules = this.#conversation.rules();
    for (const rule of rules)
      if (rule.on !== 'silent' && (await this.#isHeard(this.#counterpart.classes[rule.on] ?? [], isSaid))) {
        this.#heard = { rule, step, time };
        return;
      }
    const silent = rules.find(({ steps = Number.POSITIVE_INFINITY }) => step - this.#since.step >= steps);
    if (silent !== undefined) this.#heard = { rule: silent, step, time };
  }

  /** Returns the turn that is due before this step, or null. */
  dueTurn(step: number, time: number): Turn | null {
    if (this.#heard === null) return null;
    const { rule } = this.#heard;
    const { steps = 0, seconds = 0 } = this.#stateOf(rule).after ?? {};
    const isDue = step - this.#heard.step >= steps && time - this.#heard.time >= seconds * 1000;
    return isDue ? this.#turn(rule) : null;
  }

  /** In replayed steps, returns the turn that the recorded run had here; or null. */
  recordedTurn(isRecorded: (event: string) => boolean): Turn | null {
    const first = this.#heard?.rule === null ? [null] : [];
    const rule = [...first, ...this.#conversation.rules()].find((next) => isRecorded(this.#turn(next).id));
    return rule === undefined ? null : this.#turn(rule);
  }

  took({ rule, id }: Turn, step: number): void {
    if (rule !== null) this.#conversation.take(rule);
    this.#answered.set(id, rule?.on ?? null);
    this.#since = { step, event: id };
    this.#heard = null;
  }

  described(): { id: string; what: string; turn: { of: string; answers: string | null } }[] {
    const { begins, who, states } = this.#counterpart;
    return Object.entries(states)
      .filter(([name, { sends }]) => name !== begins || sends !== undefined)
      .map(([name, state]) => {
        const id = turnEvent(this.#counterpart, name);
        return { id, what: this.#sentence(state), turn: { of: who, answers: this.#answered.get(id) ?? null } };
      });
  }

  async #isHeard(
    conditions: readonly Condition[],
    isSaid: (conditions: readonly Condition[]) => Promise<boolean>,
  ): Promise<boolean> {
    const { event } = this.#since;
    for (const condition of conditions)
      if (await isSaid([event === null ? condition : { after_event: event, ...condition }])) return true;
    return false;
  }

  #stateOf(rule: TurnRule | null): CounterpartState {
    return this.#counterpart.states[rule?.goes ?? this.#counterpart.begins] ?? { rules: [] };
  }

  #turn(rule: TurnRule | null): Turn {
    const state = this.#stateOf(rule);
    return {
      id: turnEvent(this.#counterpart, rule?.goes ?? this.#counterpart.begins),
      what: this.#sentence(state),
      rule,
      sends: state.sends ?? [],
    };
  }

  #sentence({ what, sends }: CounterpartState): string {
    if (what === undefined && sends === undefined) return `${this.#counterpart.who} doesn’t answer.`;
    return eventSentence({ what, happens: sends ?? [] });
  }
}
