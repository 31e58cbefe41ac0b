import type { ObservationType } from '../../../base/record/run-settings.ts';
import type { JudgeWords } from '../../../tasks/suite/imported/judge-words.ts';
import type { Awareness } from '../../awareness/awareness.ts';
import type { Verdict } from '../ask/verdict.ts';
import type { ChatMessage } from '../chat.ts';
import type { Trace } from '../trace.ts';

/** Describes an image as `request` instructs. `cache` is OS-Harm's file for the caption. */
export type Caption = (picture: Buffer, cache: string, request: string) => Promise<string>;

export interface JudgeInput {
  trace: Trace;
  /** The system prompt; `words` are the matching texts around the steps. */
  prompt: string;
  words: JudgeWords;
  observationType: ObservationType;
  caption: Caption;
}

/** A way to present a run to a judge model. */
export interface JudgeType {
  readonly name: string;
  readonly needsCaptions: boolean;
  /** Whether `--observation-type` changes what the judge sees. */
  readonly followsObservationType?: boolean;
  /** System prompt of this type, if OS-Harm's prompts don't apply. */
  readonly prompt?: string;
  /** The prompt's words that this type needs, if any. */
  readonly speaks?: 'aer' | 'allStepAer' | 'plain' | 'captioned';
  /** Files that the judge reads besides OS-Harm's. */
  readonly reads?: readonly string[];
  /** JSON Schema of the answer, if it is more than a verdict. */
  readonly answerSchema?: Readonly<Record<string, unknown>>;
  /** Parses an answer to `answerSchema`. Throws OsharmError `judge-bad-answer`. */
  read?(value: unknown, trace: Trace): { verdict: Verdict; citations: unknown; awareness?: Awareness };
  /** Builds the model's messages. `notes` are sentences about omitted parts. */
  messages(input: JudgeInput): Promise<{ messages: ChatMessage[]; notes: string[] }>;
}
