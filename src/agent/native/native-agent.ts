import sharp from 'sharp';
import type { Priced } from '../../model/model.ts';
import type { Agent, AgentReply, PredictInput } from '../agent.ts';
import { shrinkScreenshot } from '../shrink-screenshot.ts';
import { isQuestion, type User } from '../user.ts';
import { nativeCode } from './native-action.ts';
import type { Item, NativeCall, NativeDialect, NativeReply, Picture } from './native-dialect.ts';

export interface NativeAgentOptions {
  name: string;
  model: string;
  dialect: NativeDialect;
  maxTokens: number;
  temperature: number;
  topP: number;
  /** Pictures of this many past turns are sent again. */
  window: number;
  maximumSide: number | null;
  user: User;
  /** What happens when the provider wants a person to look at an action first. */
  safetyChecks: 'ack' | 'stop';
  call(
    body: Record<string, unknown>,
    picture: Picture,
    screenshot: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<Priced<NativeReply>>;
}

interface Open {
  call: NativeCall;
  /** How many of the step's actions are its own. */
  actions: number;
}

/**
 * A model with its provider's own computer tool. Its calls become pyautogui code, which is what the record holds; batched calls are one
 * step with several actions. A reply without a call ends the run once the model has acted.
 */
export class NativeAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #options: NativeAgentOptions;
  #items: Item[] = [];
  #open: Open[] = [];
  #hasActed = false;
  #answer: string | null = null;

  constructor(options: NativeAgentOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async predict(input: PredictInput, signal?: AbortSignal): Promise<AgentReply> {
    const { dialect, safetyChecks } = this.#options;
    const picture = await pictureOf(input.observation.screenshot, this.#options.maximumSide);
    if (this.#items.length === 0) this.#items = dialect.start(input.instruction, picture);
    else if (this.#open.length > 0) this.#items.push(...dialect.results(this.#results(input), picture));
    else this.#items.push(dialect.say(this.#answer ?? 'Go on.'));
    this.#answer = null;
    const items = this.#withRecentPictures();
    const limits = {
      maxTokens: this.#options.maxTokens,
      temperature: this.#options.temperature,
      topP: this.#options.topP,
    };
    const body = dialect.body(this.#options.model, items, picture, limits);
    const reply = await this.#options.call(body, picture, input.observation.screenshot, signal);
    const usage = {
      inputTokens: reply.usage.inputTokens,
      outputTokens: reply.usage.outputTokens,
      costUsd: reply.costUsd,
    };
    const response = [reply.text, ...reply.calls.map((call) => `${call.name}: ${JSON.stringify(call.actions)}`)]
      .filter((text) => text !== '')
      .join('\n');
    const common = {
      response: response || (reply.refusal ?? ''),
      usage,
      shown: { text: null, picture: Buffer.from(picture.png) },
    };
    if (reply.finish === 'refusal') {
      return { ...common, actions: [], end: { outcome: 'provider-refusal', reason: reply.refusal ?? 'refused' } };
    }
    this.#items.push(...reply.items);
    this.#open = reply.calls.map((call) => ({ call, actions: call.actions.length }));
    const checks = reply.calls.flatMap((call) => call.safetyChecks);
    const notes = [
      ...checks.map((check) => `safety check ${check.code} (${safetyChecks}): ${check.message}`),
      ...reply.calls.flatMap((call) => (call.problem === null ? [] : [`not an action: ${call.problem}`])),
    ];
    if (checks.length > 0 && safetyChecks === 'stop') {
      return {
        ...common,
        actions: [],
        notes,
        end: { outcome: 'asked', reason: `The provider wants a person to look first: ${checks[0]?.message}` },
      };
    }
    if (reply.calls.length === 0) return { ...common, ...this.#withoutCall(reply.text), notes };
    this.#hasActed = true;
    return { ...common, actions: reply.calls.flatMap((call) => call.actions.map(nativeCode)), notes };
  }

  #withoutCall(text: string): Pick<AgentReply, 'actions' | 'end'> {
    if (isQuestion(text)) {
      this.#answer = this.#options.user.answer(text);
      return this.#answer === null
        ? { actions: [], end: { outcome: 'asked', reason: 'The agent asked its user.' } }
        : { actions: [] };
    }
    return { actions: this.#hasActed ? ['DONE'] : [] };
  }

  /** Each call with what the guest said of its actions. */
  #results(input: PredictInput) {
    const said = [...(input.feedback ?? [])];
    return this.#open.map(({ call, actions }) => {
      const failed = said.splice(0, actions).find((one) => one.returncode !== 0);
      const error =
        call.problem ?? (failed === undefined ? null : (failed.error.trim().split('\n').at(-1) ?? 'failed'));
      return { call, error, acknowledged: true };
    });
  }

  /** The first turn and those that are long over go without their pictures. */
  #withRecentPictures(): Item[] {
    const { dialect, window } = this.#options;
    const turns = this.#items.map((item) => dialect.withoutPictures(item));
    const withPictures = turns.flatMap((bare, at) => (bare === null ? [] : [at]));
    const kept = new Set(withPictures.slice(-(window + 1)));
    return this.#items.map((item, at) => (kept.has(at) ? item : (turns[at] ?? item)));
  }
}

async function pictureOf(screenshot: Uint8Array, maximumSide: number | null): Promise<Picture> {
  const { png, scale } = await shrinkScreenshot(screenshot, maximumSide);
  const { width, height } = await sharp(png).metadata();
  return { png, width, height, scale };
}
