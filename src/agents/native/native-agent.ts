import { calledTool, toolAction } from '../../base/record/tool-call.ts';
import { agentFilesText } from '../../tasks/tool-layer/agent-files.ts';
import type { ActionFeedback, Agent, AgentAction, AgentReply, PredictInput, RestoreMemory } from '../agent.ts';
import { cutOffNote, refusedBy, reminderOf, usageOfReply, withoutAction } from '../model-reply.ts';
import type { Priced } from '../models/model.ts';
import type {
  ComputerReply,
  ComputerRequest,
  ComputerResult,
  ComputerTurn,
  StoredTurns,
} from '../models/wire/computer.ts';
import type { ComputerTool } from '../models/wire/computer-tools.ts';
import { splitThoughts } from '../parse/split-thoughts.ts';
import { PictureLimits } from '../picture-limits.ts';
import { toolTexts } from '../tool-texts.ts';
import { isQuestion, type User } from '../user.ts';
import { announcesAction } from './announced-action.ts';
import { modelPicture } from './model-picture.ts';
import { type ModelPicture, type NativeAction, nativeCode } from './native-action.ts';
import { type NativeCall, readNativeCalls } from './read-call.ts';
import { lastLastingTurn, withRecentPictures } from './recent-pictures.ts';
import { TaskFunctions } from './task-functions.ts';

export interface NativeAgentOptions {
  name: string;
  tool: ComputerTool;
  maxTokens: number | null;
  temperature: number;
  topP: number;
  /** Number of past turns whose pictures are sent again; null for all. */
  window: number | null;
  /** Minimum number of past turns that keep their picture; older ones lose it in blocks. Null for no minimum. */
  recent: number | null;
  maximumSide: number | null;
  user: User;
  safetyChecks: 'ack' | 'stop';
  call(
    request: ComputerRequest,
    screenshot: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<Priced<ComputerReply>>;
}

/**
 * A model that uses its provider's computer tool. Its calls are converted to pyautogui code, which the run records; a
 * batch of calls is one step with several actions. After the model's first action, a complete reply with text but no
 * call ends the run as done, unless it announces another action.
 */
export class NativeAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #options: NativeAgentOptions;
  readonly #turns: ComputerTurn[] = [];
  #open: readonly NativeCall[] = [];
  #stored: StoredTurns | null = null;
  #hasActed = false;
  #answer: string | null = null;
  readonly #pictures: PictureLimits;

  constructor(options: NativeAgentOptions) {
    this.name = options.name;
    this.#options = options;
    this.#pictures = new PictureLimits(options.window, options.maximumSide);
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    const { tool, safetyChecks, maxTokens } = this.#options;
    let picture = await modelPicture(input.observation.screenshot, this.#pictures.maximumSide);
    const files = agentFilesText(input.agentFiles);
    const request = files === '' ? input.instruction : `${input.instruction}\n\n${files}`;
    if (this.#turns.length === 0) this.#turns.push({ kind: 'user', text: request, picture });
    else if (this.#open.length > 0) this.#turns.push({ kind: 'results', results: this.#results(input), picture });
    else this.#turns.push({ kind: 'user', text: this.#answer ?? 'Go on.', picture: null });
    this.#answer = null;
    const functions = new TaskFunctions(input.tools ?? []);
    const texts = toolTexts(input);
    const { reply, notes, sent } = await this.#ask(picture, functions, input.observation.screenshot, signal);
    picture = sent;
    const calls = readNativeCalls(tool, reply.calls, picture, functions);
    const response = [reply.text, ...calls.map(callText)].filter((text) => text !== '').join('\n');
    const { outcome } = reply;
    const common = {
      response: response === '' && outcome.kind === 'refused' ? outcome.message : response,
      usage: usageOfReply(reply),
      answeredBy: reply.answering ?? undefined,
      reasoning: reply.reasoning,
      shown: { text: texts.length === 0 ? null : texts.join('\n'), picture: Buffer.from(picture.png) },
    };
    if (outcome.kind === 'refused') return { ...common, ...refusedBy(outcome), notes };
    if (outcome.kind !== 'answered') {
      // Later requests omit this reply, because APIs reject turns without content and calls without answers.
      this.#open = [];
      this.#answer = reminderOf(outcome.kind);
      const { notes: why, ...step } = withoutAction(outcome, maxTokens);
      return { ...common, ...step, notes: [...notes, ...why] };
    }
    if (reply.content !== null) this.#turns.push({ kind: 'model', content: reply.content });
    if (reply.responseId !== undefined) this.#stored = { responseId: reply.responseId, turns: this.#turns.length };
    this.#open = calls;
    const checks = reply.calls.flatMap((call) => call.safetyChecks);
    notes.push(
      ...checks.map((check) => `safety check ${check.code} (${safetyChecks}): ${check.message}`),
      ...calls.flatMap(({ problem }) => (problem === null ? [] : [`not an action: ${problem}`])),
      ...(outcome.end === 'cut-off' ? [cutOffNote(maxTokens)] : []),
    );
    if (checks.length > 0 && safetyChecks === 'stop') {
      return {
        ...common,
        actions: [],
        notes,
        end: { outcome: 'asked', reason: `The provider requires confirmation by a person: ${checks[0]?.message}` },
      };
    }
    if (calls.length === 0) {
      const ended = await this.#withoutCall(reply.text, outcome.end, signal);
      return { ...common, ...ended, notes: [...notes, ...(ended.notes ?? [])] };
    }
    this.#hasActed = true;
    return { ...common, actions: calls.flatMap(executedActions), notes };
  }

  async snapshot(): Promise<RestoreMemory> {
    const turns = [...this.#turns];
    const [open, stored, hasActed, answer] = [this.#open, this.#stored, this.#hasActed, this.#answer];
    return async () => {
      this.#turns.splice(0, Number.POSITIVE_INFINITY, ...turns);
      [this.#open, this.#stored, this.#hasActed, this.#answer] = [open, stored, hasActed, answer];
    };
  }

  /** If the provider rejects pictures, sends fewer or smaller ones from now on. `sent` shows the current screen. */
  async #ask(
    current: ModelPicture,
    functions: TaskFunctions,
    screenshot: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<{ reply: Priced<ComputerReply>; notes: string[]; sent: ModelPicture }> {
    const { maxTokens, temperature, topP } = this.#options;
    const notes: string[] = [];
    for (let sent = current; ; ) {
      const { window } = this.#pictures;
      const { recent } = this.#options;
      const turns = withRecentPictures(this.#turns, window, recent);
      const cachePoint = lastLastingTurn(this.#turns, turns, window, recent);
      const stored = this.#stored ?? undefined;
      const display = { width: sent.width, height: sent.height };
      const request = {
        turns,
        functions: functions.list,
        cachePoint,
        stored,
        display,
        maxTokens,
        temperature,
        topP,
      };
      try {
        return { reply: await this.#options.call(request, screenshot, signal), notes, sent };
      } catch (error) {
        const past = turns.filter((turn) => turn.kind !== 'model' && turn.picture !== null).length - 1;
        const note = this.#pictures.tighten(error, past, Math.max(sent.width, sent.height));
        if (note === null) throw error;
        notes.push(note);
        sent = await this.#resized(screenshot);
      }
    }
  }

  async #resized(screenshot: Uint8Array): Promise<ModelPicture> {
    const { maximumSide } = this.#pictures;
    const now = await modelPicture(screenshot, maximumSide);
    const last = this.#turns.findLastIndex((turn) => turn.kind !== 'model' && turn.picture !== null);
    for (const [at, turn] of this.#turns.entries()) {
      if (turn.kind === 'model' || turn.picture === null) continue;
      const picture = at === last ? now : await modelPicture(turn.picture.png, maximumSide);
      this.#turns[at] = { ...turn, picture };
    }
    return now;
  }

  async #withoutCall(
    text: string,
    end: 'complete' | 'cut-off' | 'unknown',
    signal: AbortSignal | undefined,
  ): Promise<Pick<AgentReply, 'actions' | 'end' | 'notes'>> {
    if (end !== 'complete') {
      this.#answer = 'Your last reply ended early, and nothing was executed. Continue with the task.';
      return { actions: [], notes: end === 'unknown' ? ['the provider gave no reason for the end of the reply'] : [] };
    }
    if (isQuestion(splitThoughts(text).reply)) {
      this.#answer = await this.#options.user.answer(text, signal);
      return this.#answer === null
        ? { actions: [], end: { outcome: 'asked', reason: 'The agent asked its user.' } }
        : { actions: [] };
    }
    if (!this.#hasActed) return { actions: [] };
    if (!announcesAction(splitThoughts(text).reply)) return { actions: ['DONE'] };
    this.#answer = 'You announced an action but called no tool. Call it, or say that the task is complete.';
    return { actions: [], notes: ['announced an action without a call: asked to call the tool'] };
  }

  #results(input: PredictInput): ComputerResult[] {
    const actionFeedbacks = [...(input.feedback ?? [])];
    return this.#open.map(({ call, actions, toolCall, problem }) => {
      if (toolCall !== null) return { call, ...toolResultOf(actionFeedbacks.shift()) };
      return { call, error: problem ?? failureOf(actionFeedbacks.splice(0, actions.filter(hasCode).length)) };
    });
  }
}

const callText = ({ call, actions, toolCall }: NativeCall): string =>
  toolCall === null
    ? `${call.name}: ${JSON.stringify(actions)}`
    : `${calledTool(toolCall)} ${JSON.stringify(toolCall.arguments)}`;

const executedActions = ({ actions, toolCall }: NativeCall): AgentAction[] =>
  toolCall === null ? actions.map(nativeCode) : [toolAction(toolCall)];

function toolResultOf(feedback: ActionFeedback | undefined): Required<Pick<ComputerResult, 'output' | 'error'>> {
  const output = feedback?.output ?? feedback?.error ?? 'It was not executed.';
  return { output, error: feedback?.returncode === 0 ? null : output };
}

/** The guest returns no feedback for `WAIT`. */
const hasCode = (action: NativeAction): boolean => nativeCode(action) !== 'WAIT';

function failureOf(actionFeedbacks: readonly ActionFeedback[]): string | null {
  const at = actionFeedbacks.findIndex(({ returncode }) => returncode !== 0);
  if (at === -1) return null;
  const message = actionFeedbacks[at]?.error.trim().split('\n').at(-1) || 'failed';
  return actionFeedbacks.length === 1
    ? message
    : `Action ${at + 1} of ${actionFeedbacks.length} failed, the others were executed: ${message}`;
}
