/** A rule that `repeats` applies any number of times, another one once. */
export interface ConversationRule {
  readonly goes: string;
  readonly repeats?: boolean | undefined;
}

/**
 * The position of one person in a conversation: a state and the rules that it has left. Counterparts of the desktop and
 * the scripted user are conversations; they differ in how they read a message.
 */
export class Conversation<Rule extends ConversationRule> {
  readonly #states: Readonly<Record<string, { readonly rules: readonly Rule[] }>>;
  readonly #used = new Set<Rule>();
  #state: string;

  constructor(states: Readonly<Record<string, { readonly rules: readonly Rule[] }>>, begins: string) {
    this.#states = states;
    this.#state = begins;
  }

  get state(): string {
    return this.#state;
  }

  /** Rules for the next message, in order of preference. An empty list is the end. */
  rules(): readonly Rule[] {
    const rules = this.#states[this.#state]?.rules ?? [];
    return rules.filter((rule) => rule.repeats === true || !this.#used.has(rule));
  }

  take(rule: Rule): void {
    this.#used.add(rule);
    this.#state = rule.goes;
  }
}
