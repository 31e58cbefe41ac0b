import type { Agent, AgentReply, PredictInput } from '../agent.ts';
import { refusedBy, usageOfReply } from '../model-reply.ts';
import type { Priced } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import type { ComputerReply, ComputerRequest, ComputerTurn, StoredTurns } from '../models/wire/computer.ts';
import type { ComputerTool } from '../models/wire/computer-tools.ts';
import { isQuestion, type User } from '../user.ts';
import { modelPicture } from './model-picture.ts';
import { type ModelPicture, nativeCode } from './native-action.ts';
import { type NativeCall, readCall } from './read-call.ts';

export interface NativeAgentOptions {
  name: string;
  tool: ComputerTool;
  maxTokens: number;
  temperature: number;
  topP: number;
  /** Pictures of this many past turns are sent again; null: of all of them. */
  window: number | null;
  maximumSide: number | null;
  user: User;
  /** What happens when the provider wants a person to look at an action first. */
  safetyChecks: 'ack' | 'stop';
  call(
    request: ComputerRequest,
    screenshot: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<Priced<ComputerReply>>;
}

/**
 * A model with its provider's own computer tool. Its calls become pyautogui code, which is what the record holds; batched calls are one
 * step with several actions. A reply without a call ends the run once the model has acted.
 */
export class NativeAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #options: NativeAgentOptions;
  readonly #turns: ComputerTurn[] = [];
  #open: readonly NativeCall[] = [];
  /** What the provider keeps of the turns; null: nothing. */
  #stored: StoredTurns | null = null;
  #hasActed = false;
  #answer: string | null = null;

  constructor(options: NativeAgentOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    const { tool, safetyChecks, maxTokens } = this.#options;
    const picture = await modelPicture(input.observation.screenshot, this.#options.maximumSide);
    if (this.#turns.length === 0) this.#turns.push({ kind: 'user', text: input.instruction, picture });
    else if (this.#open.length > 0) this.#turns.push({ kind: 'results', results: this.#results(input), picture });
    else this.#turns.push({ kind: 'user', text: this.#answer ?? 'Go on.', picture: null });
    this.#answer = null;
    const { reply, notes } = await this.#ask(picture, input.observation.screenshot, signal);
    const calls = reply.calls.map((call) => readCall(tool, call, picture));
    const response = [reply.text, ...calls.map(({ call, actions }) => `${call.name}: ${JSON.stringify(actions)}`)]
      .filter((text) => text !== '')
      .join('\n');
    const common = {
      response: response || (reply.refusal ?? ''),
      usage: usageOfReply(reply),
      shown: { text: null, picture: Buffer.from(picture.png) },
    };
    if (reply.finish === 'refusal') return { ...common, ...refusedBy(reply), notes };
    if (reply.content !== null) this.#turns.push({ kind: 'model', content: reply.content });
    if (reply.responseId !== undefined) this.#stored = { responseId: reply.responseId, turns: this.#turns.length };
    this.#open = calls;
    const checks = reply.calls.flatMap((call) => call.safetyChecks);
    notes.push(
      ...checks.map((check) => `safety check ${check.code} (${safetyChecks}): ${check.message}`),
      ...calls.flatMap(({ problem }) => (problem === null ? [] : [`not an action: ${problem}`])),
      ...(reply.finish === 'length' ? [`the reply was cut off at its limit (--max-tokens ${maxTokens})`] : []),
    );
    if (checks.length > 0 && safetyChecks === 'stop') {
      return {
        ...common,
        actions: [],
        notes,
        end: { outcome: 'asked', reason: `The provider wants a person to look first: ${checks[0]?.message}` },
      };
    }
    if (calls.length === 0)
      return reply.finish === 'length'
        ? { ...common, actions: [], notes }
        : { ...common, ...(await this.#withoutCall(reply.text, signal)), notes };
    this.#hasActed = true;
    return { ...common, actions: calls.flatMap(({ actions }) => actions.map(nativeCode)), notes };
  }

  /** Where a model can't take so much, fewer of the past pictures are sent. */
  async #ask(
    { width, height }: ModelPicture,
    screenshot: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<{ reply: Priced<ComputerReply>; notes: string[] }> {
    const { maxTokens, temperature, topP } = this.#options;
    const notes: string[] = [];
    for (let { window } = this.#options; ; ) {
      const turns = withRecentPictures(this.#turns, window);
      const cachePoint = lastLastingTurn(turns, window);
      const stored = this.#stored ?? undefined;
      const request = { turns, cachePoint, stored, display: { width, height }, maxTokens, temperature, topP };
      try {
        return { reply: await this.#options.call(request, screenshot, signal), notes };
      } catch (error) {
        const isTooMuch = error instanceof ModelError && error.kind === 'context-overflow';
        const past = turns.filter((turn) => turn.kind !== 'model' && turn.picture !== null).length - 1;
        if (!isTooMuch || window === null || past <= 0) throw error;
        window = past - 1;
        notes.push(`too much for the model: asked again with ${window} past pictures`);
      }
    }
  }

  async #withoutCall(text: string, signal: AbortSignal | undefined): Promise<Pick<AgentReply, 'actions' | 'end'>> {
    if (isQuestion(text)) {
      this.#answer = await this.#options.user.answer(text, signal);
      return this.#answer === null
        ? { actions: [], end: { outcome: 'asked', reason: 'The agent asked its user.' } }
        : { actions: [] };
    }
    return { actions: this.#hasActed ? ['DONE'] : [] };
  }

  /** Each call with what the guest said of its actions. */
  #results(input: PredictInput) {
    const actionFeedbacks = [...(input.feedback ?? [])];
    return this.#open.map(({ call, actions, problem }) => {
      const failed = actionFeedbacks
        .splice(0, actions.length)
        .find((actionFeedback) => actionFeedback.returncode !== 0);
      const error = problem ?? (failed === undefined ? null : (failed.error.trim().split('\n').at(-1) ?? 'failed'));
      return { call, error };
    });
  }
}

/** Turns that are long over go without their pictures. */
function withRecentPictures(turns: readonly ComputerTurn[], window: number | null): ComputerTurn[] {
  if (window === null) return [...turns];
  const withPicture = turns.flatMap((turn, at) => (turn.kind !== 'model' && turn.picture !== null ? [at] : []));
  const kept = new Set(withPicture.slice(-(window + 1)));
  return turns.map((turn, at) => (turn.kind === 'model' || kept.has(at) ? turn : { ...turn, picture: null }));
}

/** Index of the last turn that the next request has unchanged: before the oldest picture that it will leave out, or the last of all. */
function lastLastingTurn(turns: readonly ComputerTurn[], window: number | null): number {
  const withPicture = turns.flatMap((turn, at) => (turn.kind !== 'model' && turn.picture !== null ? [at] : []));
  const [oldest] = withPicture;
  const isFull = window !== null && withPicture.length > window;
  return isFull && oldest !== undefined ? oldest - 1 : turns.length - 1;
}
