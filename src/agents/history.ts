import type { ObservationType } from '../base/record/run-settings.ts';
import type { MessagePart, ModelMessage } from './models/messages.ts';
import type { PromptSet } from './prompts/prompt-set.ts';
import type { View } from './view.ts';

/** A step that is over: what was shown and what the model said. */
export interface PastStep {
  view: View;
  response: string;
}

/**
 * The messages of one call, in OS-Harm's order: the system turn, the last `window` steps as observation and reply, the current
 * observation. In each turn the text comes first, then the picture.
 */
export function buildMessages(options: {
  prompts: PromptSet;
  observationType: ObservationType;
  system: string;
  history: readonly PastStep[];
  window: number;
  /** Steps that are kept at most. */
  limit: number;
  /** Steps of the history, the oldest first, whose observation is a note; omitted: none. */
  noted?: number | undefined;
  current: View;
  /** Said before the current observation: an answer of the user, or what the guest said of the last actions. */
  before?: string | undefined;
}): ModelMessage[] {
  const { prompts, observationType, current } = options;
  const past = options.window === 0 ? [] : options.history.slice(-options.window);
  // Once the window slides, every request begins otherwise after the system turn, and what is kept is never read.
  const isGrowing = past.length === options.history.length && past.length < options.limit;
  const now = prompts.current(observationType, current.text);
  const observedTurn = (view: View): MessagePart[] => turn(prompts.history(observationType, view.text), view);
  return [
    { role: 'system', parts: [{ type: 'text', text: options.system }], isCachePoint: true },
    ...past.flatMap(({ view, response }, at): ModelMessage[] => [
      {
        role: 'user',
        parts: options.history.length - past.length + at < (options.noted ?? 0) ? [notedTurn] : observedTurn(view),
      },
      {
        role: 'assistant',
        parts: [{ type: 'text', text: response === '' ? prompts.noAction : response.trim() }],
        isCachePoint: at === past.length - 1 && isGrowing ? true : undefined,
      },
    ]),
    { role: 'user', parts: turn(options.before === undefined ? now : `${options.before}\n\n${now}`, current) },
  ];
}

/** In the place of an observation that is long over: the same text always, so that requests begin alike. */
const notedTurn: MessagePart = { type: 'text', text: '[An earlier observation, no longer shown.]' };

function turn(text: string, view: View): MessagePart[] {
  return [{ type: 'text', text }, ...(view.png === null ? [] : [{ type: 'image' as const, png: view.png }])];
}
