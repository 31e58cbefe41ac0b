import { pngSize } from '../base/record/png-size.ts';
import type { ActionSpace, ObservationType, Profile } from '../base/record/run-settings.ts';
import { countTokens } from '../desktop/observation/count-tokens.ts';
import { agentFilesText } from '../tasks/tool-layer/agent-files.ts';
import type { Agent, AgentAction, AgentReply, PredictInput, RememberedStep, RestoreMemory } from './agent.ts';
import { buildMessages, type PastStep } from './history.ts';
import { cutOffNote, refusedBy, reminderOf, usageOfReply, withoutAction } from './model-reply.ts';
import type { ModelMessage, ModelReply, ModelRequest } from './models/messages.ts';
import type { Priced } from './models/model.ts';
import { ModelError } from './models/model-error.ts';
import { droppedObservations } from './models/recent-observations.ts';
import { tokensOfThinkers } from './models/thinking-models.ts';
import type { PictureScale } from './native/on-screen.ts';
import { splitThoughts } from './parse/split-thoughts.ts';
import type { PromptSet } from './prompts/prompt-set.ts';
import { type Parser, readActions } from './read-actions.ts';
import { toScreen } from './shrink-screenshot.ts';
import { toolAnswers, toolTexts } from './tool-texts.ts';
import { isQuestion, type User } from './user.ts';
import { type View, viewOf } from './view.ts';

/** Approximate tokens of a picture and of a message's overhead. */
const about = { picture: 1200, message: 8 };
/** The model's tokenizer may produce more tokens than ours. */
const margin = 1.15;

/**
 * Estimates whether messages and a reply of `maxTokens` fit the context. Tokenizers differ, so the estimate may be too
 * low. The server then rejects the request, which is shortened and sent again.
 */
function fitsContext(messages: readonly ModelMessage[], maxTokens: number | null, contextTokens: number): boolean {
  // If the context is shorter than twice the reply limit, the reply gets half of the context.
  const room = contextTokens - Math.min(maxTokens ?? tokensOfThinkers, contextTokens / 2);
  let tokens = 0;
  for (const { parts } of messages) {
    tokens += about.message;
    for (const part of parts) tokens += part.type === 'image' ? about.picture : countTokens(part.text, room) * margin;
    if (tokens > room) return false;
  }
  return true;
}

export interface PromptAgentOptions {
  name: string;
  profile: Profile;
  actionSpace: ActionSpace;
  observationType: ObservationType;
  maxTrajectoryLength: number;
  /** Minimum number of steps that keep their observation; older ones lose it in blocks. Defaults to all. */
  recentObservations?: number | undefined;
  temperature: number;
  topP: number;
  maxTokens: number | null;
  treeTokens: number;
  parser: Parser;
  feedback: boolean;
  user: User;
  /** In pixels; null disables shrinking. Must be null if code uses a screenshot's coordinates. */
  maximumSide: number | null;
  prompts: () => Promise<PromptSet>;
  /** Context length in tokens, request and reply together; null if unknown. */
  contextTokens?: () => Promise<number | null>;
  call(request: ModelRequest, screenshot: Uint8Array, signal: AbortSignal | undefined): Promise<Priced<ModelReply>>;
}

/** OS-Harm's agent: sends a model the last steps and the observation, and parses actions from its reply. */
export class PromptAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #options: PromptAgentOptions;
  /** Lowered for all later requests when a provider rejects the number of pictures. */
  #mostPastSteps = Infinity;
  #history: PastStep[] = [];
  #answer: string | undefined;
  #problem: string | undefined;

  constructor(options: PromptAgentOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    const options = this.#options;
    const prompts = await options.prompts();
    const view = await viewOf(input, options);
    const asked = await this.#ask(input, prompts, view, signal).catch((error: unknown) => {
      if (options.profile === 'os-harm' && input.step > 0 && isRejectedRequest(error)) return error;
      throw error;
    });
    if (asked instanceof ModelError) {
      this.#keep(input, view, '');
      return {
        response: '',
        actions: [],
        unusable: 'empty',
        notes: [`an empty reply, as in OS-Harm: ${asked.message}`],
      };
    }
    const { reply, shown, notes } = asked;
    const { outcome } = reply;
    const text = reply.text === '' && outcome.kind === 'refused' ? outcome.message : reply.text;
    this.#keep(input, view, text);
    this.#answer = undefined;
    const common = {
      response: text,
      usage: usageOfReply(reply),
      answeredBy: reply.answering ?? undefined,
      reasoning: reply.reasoning,
      shown: this.#seen(shown, input).shown,
    };
    if (outcome.kind === 'refused') return { ...common, ...refusedBy(outcome), notes };
    if (outcome.kind !== 'answered') {
      // OS-Harm sends no feedback on the last reply.
      if (options.profile === 'osharm') this.#answer = reminderOf(outcome.kind);
      const { notes: why, ...step } = withoutAction(outcome, options.maxTokens);
      return { ...common, ...step, notes: [...notes, ...why] };
    }
    if (outcome.end === 'cut-off') notes.push(cutOffNote(options.maxTokens));
    const parsed = readActions(reply.text, {
      parser: options.parser,
      actionSpace: options.actionSpace,
      marks: view.marks,
      picture: pictureOf(view, input),
      hasTools: offersTools(input),
    });
    const actions =
      options.parser === 'os-harm' ? parsed.actions.map((action) => onScreen(action, view)) : parsed.actions;
    this.#problem = parsed.problem;
    const question = await this.#asks(splitThoughts(reply.text).reply, actions, signal);
    if (question.end !== undefined) return { ...common, actions, notes, ...question };
    return { ...common, ...this.#seen(view, input), shown: common.shown, actions, notes: [...notes, ...parsed.notes] };
  }

  async remember(input: PredictInput, response: string): Promise<RememberedStep> {
    const options = this.#options;
    const view = await viewOf(input, options);
    this.#keep(input, view, response);
    this.#answer = undefined;
    const { actions } = readActions(response, {
      parser: options.parser,
      actionSpace: options.actionSpace,
      marks: view.marks,
      hasTools: offersTools(input),
    });
    return { ...this.#seen(view, input), ...(await this.#asks(splitThoughts(response).reply, actions)) };
  }

  async snapshot(): Promise<RestoreMemory> {
    const [history, answer, problem] = [this.#history, this.#answer, this.#problem];
    return async () => {
      [this.#history, this.#answer, this.#problem] = [history, answer, problem];
    };
  }

  #seen(shown: View, input: PredictInput): Required<Pick<AgentReply, 'shown'>> & Pick<AgentReply, 'view'> {
    const text = [...this.#toolTexts(input), ...(shown.text === '' ? [] : [shown.text])].join('\n');
    return {
      shown: {
        text: text === '' ? null : text,
        picture: shown.png === null ? null : Buffer.from(shown.png),
      },
      view: this.#options.actionSpace === 'pyautogui' && shown.size !== null ? shown.size : undefined,
    };
  }

  /** OS-Harm's prompts have no tools. */
  #toolTexts(input: PredictInput): string[] {
    return this.#options.profile === 'osharm' ? toolTexts(input) : [];
  }

  /** If a reply asks the user, keeps the answer for the next request. Without an answer the run ends. */
  async #asks(text: string, actions: readonly unknown[], signal?: AbortSignal): Promise<Pick<AgentReply, 'end'>> {
    const { profile, user } = this.#options;
    if (actions.length > 0 || profile !== 'osharm' || !isQuestion(text)) return {};
    const answer = await user.answer(text, signal);
    if (answer === null) return { end: { outcome: 'asked', reason: 'The agent asked its user.' } };
    this.#answer = answer;
    return {};
  }

  #keep({ feedback }: PredictInput, view: View, text: string): void {
    // APIs reject blank parts. OS-Harm replaces only empty ones.
    const response = this.#options.profile === 'osharm' && text.trim() === '' ? '' : text;
    const answers = this.#options.profile === 'osharm' ? toolAnswers(feedback) : [];
    const step = { view, response, answers: answers.length === 0 ? undefined : answers.join('\n') };
    this.#history = [...this.#history, step].slice(-Math.max(1, this.#options.maxTrajectoryLength));
  }

  /** If the request is too large, drops old observations, then old steps, then half of the tree. */
  async #ask(
    input: PredictInput,
    prompts: PromptSet,
    view: View,
    signal: AbortSignal | undefined,
  ): Promise<{ reply: Priced<ModelReply>; shown: View; notes: string[] }> {
    const { profile, observationType, actionSpace, temperature, topP, maxTokens } = this.#options;
    const instructed = prompts.system({ observationType, actionSpace }, input.instruction);
    const files = profile === 'osharm' ? agentFilesText(input.agentFiles) : '';
    const described = offersTools(input) ? prompts.tools?.(input.tools ?? []) : undefined;
    const system = [instructed, files, described ?? ''].filter((text) => text !== '').join('\n\n');
    const problem =
      this.#problem === undefined ? undefined : `Your last answer was not executed as you meant it. ${this.#problem}`;
    const failures = this.#options.feedback ? feedbackText(input) : undefined;
    const answers = profile === 'osharm' ? toolAnswers(input.feedback) : [];
    const before = [this.#answer, problem, failures, ...answers].filter((text) => text !== undefined);
    const notes: string[] = [];
    let window = Math.min(this.#options.maxTrajectoryLength, this.#history.length, this.#mostPastSteps);
    let shown = view;
    const past = this.#history.length;
    const { recentObservations: recent } = this.#options;
    let noted = recent === undefined ? 0 : droppedObservations(past, recent);
    const contextTokens = (await this.#options.contextTokens?.()) ?? null;
    const shrink = (how: string): boolean => {
      if (recent !== undefined && noted < past) {
        noted = past - Math.floor((past - noted) / 2);
        notes.push(`too much for the model: ${how} with ${past - noted} past observations`);
      } else if (window > 0) {
        // OS-Harm drops the whole history.
        window = profile === 'os-harm' ? 0 : window - 1;
        notes.push(`too much for the model: ${how} with ${window} past steps`);
      } else if (shown.text.length > 2000) {
        shown = { ...shown, text: `${shown.text.slice(0, shown.text.length / 2)}[...]\n` };
        notes.push(`too much for the model: ${how} with half of the text`);
      } else return false;
      return true;
    };
    for (;;) {
      const messages = buildMessages({
        prompts,
        observationType,
        system,
        history: this.#history,
        window,
        limit: this.#options.maxTrajectoryLength,
        noted,
        current: shown,
        before: before.length === 0 ? undefined : before.join('\n'),
      });
      if (contextTokens !== null && !fitsContext(messages, maxTokens, contextTokens) && shrink('asked')) continue;
      try {
        const request = { messages, temperature, topP, maxTokens };
        return { reply: await this.#options.call(request, input.observation.screenshot, signal), shown, notes };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        if (error.kind === 'pictures-too-large' && profile === 'osharm' && window > 0) {
          // The current screenshot counts too. Code refers to screen pixels, so pictures keep their size.
          const { of, maximum } = error.pictureLimit ?? { of: 'number', maximum: null };
          const most = of === 'number' && maximum !== null ? Math.max(0, maximum - 1) : window - 1;
          window = Math.min(window - 1, most);
          this.#mostPastSteps = window;
          notes.push(`too many pictures for the model: asked again with ${window} past steps`);
        } else if (error.kind !== 'context-overflow' || !shrink('asked again')) throw error;
      }
    }
  }
}

/**
 * OS-Harm treats every HTTP 400 as an empty reply and continues. We do so only for errors about the content of a later
 * request. Missing credit, an unknown model and a rejected first request end the run.
 */
function isRejectedRequest(error: unknown): error is ModelError {
  return (
    error instanceof ModelError &&
    error.status === 400 &&
    (error.kind === 'request-rejected' || error.kind === 'pictures-too-large' || error.kind === 'context-overflow')
  );
}

const offersTools = ({ tools = [] }: PredictInput): boolean => tools.length > 0;

function pictureOf({ size, scale }: View, { observation }: PredictInput): PictureScale | undefined {
  const shown = size ?? pngSize(observation.screenshot);
  return shown === null ? undefined : { ...shown, scale };
}

function feedbackText(input: PredictInput): string | undefined {
  const failed = (input.feedback ?? []).flatMap(({ returncode, error, tool }, at) =>
    returncode === 0 || tool !== undefined
      ? []
      : [
          `Action ${at + 1} of your last answer failed: ${error.trim().split('\n').slice(-3).join('\n').slice(0, 1000)}`,
        ],
  );
  return failed.length === 0 ? undefined : failed.join('\n');
}

/** Converts coordinates to the screen's, except in code, whose pictures keep their size. */
function onScreen(action: AgentAction, view: View): AgentAction {
  const { x, y } = view.scale;
  if ((x === 1 && y === 1) || typeof action === 'string') return action;
  const moved = (values: Record<string, unknown>) => {
    const onIt = { ...values };
    if (typeof values.x === 'number') onIt.x = toScreen(values.x, x);
    if (typeof values.y === 'number') onIt.y = toScreen(values.y, y);
    return onIt;
  };
  const { parameters } = action;
  const scaled = moved(action);
  return typeof parameters === 'object' && parameters !== null
    ? { ...scaled, parameters: moved(parameters as Record<string, unknown>) }
    : scaled;
}
