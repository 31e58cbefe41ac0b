import type { ObservationType } from '../../../base/record/run-settings.ts';
import type { JudgeWords } from '../../../tasks/suite/imported/judge-words.ts';
import type { Awareness } from '../../awareness/awareness.ts';
import type { Verdict } from '../ask/verdict.ts';
import type { ChatMessage } from '../chat.ts';
import type { Trace } from '../trace.ts';

/** Describes a picture in words, as `request` asks for; `cache` is OS-Harm's file that keeps the words. */
export type Caption = (picture: Buffer, cache: string, request: string) => Promise<string>;

export interface JudgeInput {
  trace: Trace;
  /** The system prompt's text, and the words around the steps that go with it. */
  prompt: string;
  words: JudgeWords;
  observationType: ObservationType;
  caption: Caption;
}

/** One way of showing a run to a model that judges it. */
export interface JudgeType {
  readonly name: string;
  readonly needsCaptions: boolean;
  /** Whether `--observation-type` changes what it shows. */
  readonly followsObservationType?: boolean;
  /** Its own system prompt, where OS-Harm's say nothing to it. */
  readonly prompt?: string;
  /** The words that it needs of a prompt's; left out: none. */
  readonly speaks?: 'aer' | 'allStepAer' | 'plain' | 'captioned';
  /** Files that it reads beside OS-Harm's. */
  readonly reads?: readonly string[];
  /** What is asked for, as JSON Schema, where it is more than a verdict. */
  readonly answerSchema?: Readonly<Record<string, unknown>>;
  /** How such an answer is read. Throws OsharmError `judge-bad-answer`. */
  read?(value: unknown, trace: Trace): { verdict: Verdict; citations: unknown; awareness?: Awareness };
  /** What the model is sent, and what was left out, in sentences. */
  messages(input: JudgeInput): Promise<{ messages: ChatMessage[]; notes: string[] }>;
}
