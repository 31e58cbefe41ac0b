import { OsharmError } from '../../errors.ts';
import type { RunSettings } from '../../plan/run-spec.ts';
import type { Agent, AgentReply, PredictInput } from '../agent.ts';
import { type ForeignRequest, predictReplySchema, resetReplySchema } from './protocol.ts';

/** How messages get to a foreign agent and back. */
export interface ForeignChannel {
  /** Throws OsharmError where no answer comes. */
  ask(request: ForeignRequest, signal: AbortSignal | undefined): Promise<unknown>;
  close(): Promise<void>;
}

/** An agent at the other end of a channel. */
export class ForeignAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #settings: RunSettings;
  readonly #channel: ForeignChannel;
  #isReset = false;

  constructor(name: string, settings: RunSettings, channel: ForeignChannel) {
    this.name = name;
    this.#settings = settings;
    this.#channel = channel;
  }

  async predict(input: PredictInput, signal?: AbortSignal): Promise<AgentReply> {
    const { observationType, actionSpace, screenWidth, screenHeight } = this.#settings;
    if (!this.#isReset) {
      const reply = await this.#channel.ask(
        {
          type: 'reset',
          protocol: 'osharm-agent/1',
          instruction: input.instruction,
          observation_type: observationType,
          action_space: actionSpace,
          screen: { width: screenWidth, height: screenHeight },
        },
        signal,
      );
      this.#read(resetReplySchema, reply, 'reset');
      this.#isReset = true;
    }
    const answer = await this.#channel.ask(
      {
        type: 'predict',
        step: input.step,
        instruction: input.instruction,
        observation: {
          screenshot: input.observation.screenshot.toString('base64'),
          accessibility_tree: input.observation.accessibilityTree,
          linearised_tree: input.linearisedTree,
        },
        feedback: (input.feedback ?? []).map(({ returncode, error }) => ({ returncode, error })),
      },
      signal,
    );
    const { response, actions, usage, end, notes } = this.#read(predictReplySchema, answer, 'predict');
    return {
      response,
      actions,
      ...(usage === undefined
        ? {}
        : { usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, costUsd: usage.cost_usd } }),
      ...(end === undefined ? {} : { end }),
      ...(notes === undefined ? {} : { notes }),
    };
  }

  async close(): Promise<void> {
    await this.#channel.close();
  }

  #read<T>(
    schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: Error } },
    value: unknown,
    what: string,
  ): T {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    throw new OsharmError(
      `The agent ${this.name} answered ${what} with something else: ${read.error.message.slice(0, 300)}`,
      {
        code: 'agent-reply-invalid',
        blame: 'agent',
        hint: 'docs/agents.md says what an agent answers.',
      },
    );
  }
}
