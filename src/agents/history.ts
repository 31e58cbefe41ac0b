import type { ObservationType } from '../base/record/run-settings.ts';
import type { MessagePart, ModelMessage } from './models/messages.ts';
import type { PromptSet } from './prompts/prompt-set.ts';
import type { View } from './view.ts';

export interface PastStep {
  view: View;
  response: string;
  /** Answers of the task's tools that came with the view. */
  answers?: string | undefined;
}

/**
 * The messages of one call, in OS-Harm's order: the system turn, the last `window` steps as observation and reply, then
 * the current observation. Within a turn, text precedes the picture.
 */
export function buildMessages(options: {
  prompts: PromptSet;
  observationType: ObservationType;
  system: string;
  history: readonly PastStep[];
  window: number;
  limit: number;
  /** Number of oldest steps whose observation is replaced by a note. */
  noted?: number | undefined;
  current: View;
  /** Text before the current observation: the user's answer, or results of the last actions. */
  before?: string | undefined;
}): ModelMessage[] {
  const { prompts, observationType, current } = options;
  const past = options.window === 0 ? [] : options.history.slice(-options.window);
  // Once the window slides, the prefix changes with every request and a cache entry would never be read.
  const isGrowing = past.length === options.history.length && past.length < options.limit;
  const now = prompts.current(observationType, current.text);
  const observedTurn = ({ view, answers }: PastStep): MessagePart[] =>
    turn(withBefore(answers, prompts.history(observationType, view.text)), view);
  return [
    { role: 'system', parts: [{ type: 'text', text: options.system }], isCachePoint: true },
    ...past.flatMap((step, at): ModelMessage[] => [
      {
        role: 'user',
        parts: options.history.length - past.length + at < (options.noted ?? 0) ? notedTurn(step) : observedTurn(step),
      },
      {
        role: 'assistant',
        parts: [{ type: 'text', text: step.response === '' ? prompts.noAction : step.response.trim() }],
        isCachePoint: at === past.length - 1 && isGrowing ? true : undefined,
      },
    ]),
    { role: 'user', parts: turn(withBefore(options.before, now), current) },
  ];
}

const withBefore = (before: string | undefined, text: string): string =>
  before === undefined ? text : `${before}\n\n${text}`;

/** Replaces an old observation. Constant for a step, so that requests share a cacheable prefix. */
const notedTurn = ({ answers }: PastStep): MessagePart[] => [
  { type: 'text', text: withBefore(answers, '[An earlier observation, no longer shown.]') },
];

function turn(text: string, view: View): MessagePart[] {
  return [{ type: 'text', text }, ...(view.png === null ? [] : [{ type: 'image' as const, png: view.png }])];
}
