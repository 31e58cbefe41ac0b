import { textReasoning } from '../../base/record/reasoning.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { Agent, AgentReply, PredictInput } from '../agent.ts';
import type { ForeignChannel } from './foreign-channel.ts';
import { type ForeignRequest, predictReplySchema, resetReplySchema } from './protocol.ts';
import { readReply } from './read-reply.ts';

/** An agent at the other end of a channel. */
export class ForeignAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #settings: RunSettings;
  readonly #channel: ForeignChannel;
  readonly #start: { session: number; memory: string | null };
  #isReset = false;

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
    if (!this.#isReset) await this.#reset(input.instruction, signal);
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
        feedback: (input.feedback ?? []).map(({ returncode, error, output }) => ({
          returncode,
          error,
          output: output ?? '',
        })),
      } satisfies ForeignRequest,
      signal,
    );
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
    readReply(resetReplySchema, reply, this.name, 'reset');
    this.#isReset = true;
  }
}
