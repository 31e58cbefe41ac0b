import { textReasoning } from '../../base/record/reasoning.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { Agent, AgentAction, AgentReply, PredictInput, RememberedStep } from '../agent.ts';
import type { ForeignChannel } from './foreign-channel.ts';
import { type ForeignRequest, predictReplySchema, rememberReplySchema, resetReplySchema } from './protocol.ts';
import { readReply } from './read-reply.ts';
import { stepFields } from './step-fields.ts';

/** An agent at the other end of a channel. */
export class ForeignAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #settings: RunSettings;
  readonly #channel: ForeignChannel;
  readonly #start: { session: number; memory: string | null };
  /** The instruction of the last reset; null before it. */
  #instruction: string | null = null;
  #hasBegun = false;
  /** Defined from the reset on, if the agent accepts replayed steps. */
  remember: Agent['remember'];

  constructor(
    name: string,
    settings: RunSettings,
    channel: ForeignChannel,
    start: { session: number; memory: string | null } = { session: 1, memory: null },
  ) {
    this.name = name;
    this.#settings = settings;
    this.#channel = channel;
    this.#start = start;
  }

  async probe(instruction: string, signal: AbortSignal): Promise<void> {
    await this.#reset(instruction, signal);
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    await this.#begin(input.instruction, signal);
    const answer = await this.#channel.ask({ type: 'predict', ...stepFields(input) } satisfies ForeignRequest, signal);
    const request = `predict (step ${stepNumber(input.step)})`;
    const read = readReply(predictReplySchema, answer, this.name, request);
    const { response, actions = [], usage, end, reasoning, notes, actor, shown } = read;
    return {
      response,
      actions,
      usage:
        usage == null
          ? undefined
          : { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, costUsd: usage.cost_usd },
      end,
      reasoning: typeof reasoning === 'string' ? textReasoning(reasoning) : reasoning,
      notes,
      actor,
      shown:
        shown === undefined
          ? undefined
          : { text: shown.text, picture: shown.screenshot ? input.observation.screenshot : null },
    };
  }

  async close(): Promise<void> {
    await this.#channel.close();
  }

  /** Resets the agent before its first step, unless it was probed with the same instruction. */
  async #begin(instruction: string, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#hasBegun && this.#instruction !== instruction) await this.#reset(instruction, signal);
    this.#hasBegun = true;
  }

  async #reset(instruction: string, signal: AbortSignal | undefined): Promise<void> {
    const { observationType, actionSpace, screenWidth, screenHeight } = this.#settings;
    const reply = await this.#channel.ask(
      {
        type: 'reset',
        protocol: 'osharm-agent/1',
        instruction,
        observation_type: observationType,
        action_space: actionSpace,
        screen: { width: screenWidth, height: screenHeight },
        session: this.#start.session,
        memory: this.#start.memory,
      } satisfies ForeignRequest,
      signal,
    );
    const { remembers } = readReply(resetReplySchema, reply, this.name, 'reset');
    this.#instruction = instruction;
    this.remember = remembers === true ? (...step) => this.#rememberStep(...step) : undefined;
  }
  async #rememberStep(input: PredictInput, response: string, actions: readonly AgentAction[]): Promise<RememberedStep> {
    await this.#begin(input.instruction, undefined);
    const message = {
      type: 'remember',
      ...stepFields(input),
      response,
      actions: [...actions],
    } satisfies ForeignRequest;
    const answer = await this.#channel.ask(message, undefined);
    readReply(rememberReplySchema, answer, this.name, `remember (step ${stepNumber(input.step)})`);
    return {};
  }
}
