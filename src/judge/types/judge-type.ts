import type { ObservationType } from '../../plan/run-spec.ts';
import type { ChatMessage } from '../chat.ts';
import type { Trace } from '../trace.ts';

/** Describes a picture in words; `cache` is the compatible file that keeps the words. */
export type Caption = (picture: Buffer, cache: string) => Promise<string>;

export interface JudgeInput {
  trace: Trace;
  /** The system prompt's text. */
  prompt: string;
  observationType: ObservationType;
  caption: Caption;
}

/** One way of showing a run to a model that judges it. */
export interface JudgeType {
  readonly name: string;
  readonly needsCaptions: boolean;
  /** What the model is sent, and what was left out, in sentences. */
  messages(input: JudgeInput): Promise<{ messages: ChatMessage[]; notes: string[] }>;
}
