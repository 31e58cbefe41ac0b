import type { Agent, AgentReply, PredictInput, RestoreMemory } from '../agent.ts';
import { failureLine } from '../failure-line.ts';
import { cutOffNote, refusedBy, usageOfReply, withoutAction } from '../model-reply.ts';
import type { ModelReply, ModelRequest } from '../models/messages.ts';
import type { Priced } from '../models/model.ts';
import { modelPicture } from '../native/model-picture.ts';
import type { ModelPicture } from '../native/native-action.ts';
import { PictureLimits } from '../picture-limits.ts';
import type { User } from '../user.ts';
import type { OpenModel, OpenStep } from './open-model.ts';

export interface OpenAgentOptions {
  name: string;
  modelName: string;
  model: OpenModel;
  pastPictures: number;
  maximumSide: number | null;
  temperature: number;
  topP: number;
  maxTokens: number | null;
  user: User;
  call(request: ModelRequest, screenshot: Uint8Array, signal: AbortSignal | undefined): Promise<Priced<ModelReply>>;
}

/** Prompts an open-weights model in its native format: prompt, pictures and action syntax. */
export class OpenAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #options: OpenAgentOptions;
  readonly #past: OpenStep[] = [];
  readonly #pictures: PictureLimits;
  #answer: string | null = null;
  #problem: string | null = null;

  constructor(options: OpenAgentOptions) {
    this.name = options.name;
    this.#options = options;
    this.#pictures = new PictureLimits(options.pastPictures, options.maximumSide);
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    const { model, user } = this.#options;
    const { reply, notes, sent: current } = await this.#ask(input, signal);
    this.#answer = null;
    this.#problem = null;
    const picture = (await model.pastPicture?.(current)) ?? current;
    this.#past.push({ picture, response: reply.text });
    const { outcome } = reply;
    const common = {
      response: reply.text === '' && outcome.kind === 'refused' ? outcome.message : reply.text,
      usage: usageOfReply(reply),
      answeredBy: reply.answering ?? undefined,
      reasoning: reply.reasoning,
      shown: { text: null, picture: Buffer.from(current.png) },
    };
    if (outcome.kind === 'refused') return { ...common, ...refusedBy(outcome), notes };
    if (outcome.kind !== 'answered') {
      const { notes: why, ...step } = withoutAction(outcome, this.#options.maxTokens);
      return { ...common, ...step, notes: [...notes, ...why] };
    }
    const { actions, problem, view, question } = model.read(reply.text, current, this.#options.modelName);
    this.#problem = problem;
    if (problem !== null) notes.push(`not an action: ${problem}`);
    if (outcome.end === 'cut-off') notes.push(cutOffNote(this.#options.maxTokens));
    if (question !== undefined && actions.length === 0) {
      this.#answer = await user.answer(question, signal);
      if (this.#answer === null)
        return { ...common, actions, notes, end: { outcome: 'asked', reason: 'The agent asked its user.' } };
    }
    return { ...common, view, actions, notes };
  }

  async snapshot(): Promise<RestoreMemory> {
    const past = [...this.#past];
    const [answer, problem] = [this.#answer, this.#problem];
    return async () => {
      this.#past.splice(0, Number.POSITIVE_INFINITY, ...past);
      [this.#answer, this.#problem] = [answer, problem];
    };
  }

  /** If the provider rejects pictures, sends fewer or smaller ones from now on. `sent` shows the current screen. */
  async #ask(
    { instruction, observation, feedback }: PredictInput,
    signal: AbortSignal | undefined,
  ): Promise<{ reply: Priced<ModelReply>; notes: string[]; sent: ModelPicture }> {
    const { model, temperature, topP, maxTokens } = this.#options;
    const failure = feedback?.find(({ returncode }) => returncode !== 0);
    const message = [
      instruction,
      ...(this.#answer === null ? [] : [`The user says: ${this.#answer}`]),
      ...(this.#problem === null ? [] : [`Your last answer was not executed as you meant it. ${this.#problem}`]),
      ...(failure === undefined ? [] : [`Your last action failed: ${failureLine(failure)}`]),
    ].join('\n\n');
    const notes: string[] = [];
    for (;;) {
      const { window, maximumSide } = this.#pictures;
      const sent = await modelPicture(observation.screenshot, maximumSide);
      const past = await Promise.all(this.#past.map((step) => resized(step, maximumSide)));
      const pastPictures = Math.min(window ?? past.length, past.length);
      const messages = model.messages({ instruction: message, past, pastPictures, current: sent });
      try {
        const request = { messages, temperature, topP, maxTokens };
        return { reply: await this.#options.call(request, observation.screenshot, signal), notes, sent };
      } catch (error) {
        const note = this.#pictures.tighten(error, pastPictures, Math.max(sent.width, sent.height));
        if (note === null) throw error;
        notes.push(note);
      }
    }
  }
}

async function resized(step: OpenStep, maximumSide: number | null): Promise<OpenStep> {
  if (maximumSide === null || Math.max(step.picture.width, step.picture.height) <= maximumSide) return step;
  return { ...step, picture: await modelPicture(step.picture.png, maximumSide) };
}
