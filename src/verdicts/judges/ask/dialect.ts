import type { TokenUsage } from '../../../agents/models/messages.ts';
import type { ChatMessage } from '../chat.ts';

/**
 * How a verdict is asked for: as the input of a tool that must be called, as JSON by a schema, or (where a model or
 * server knows neither) as JSON in the words of the question.
 */
export type VerdictForm = 'tool' | 'schema' | 'words';

/** What is wanted of a model: a verdict (a structured answer), or a picture in words. */
export interface Question {
  kind: 'verdict' | 'caption';
  messages: readonly ChatMessage[];
  /** JSON Schema of a verdict; left out: OS-Harm's four fields, described by us. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** What the function is for that takes the verdict. */
  description?: string | undefined;
  /** OS-Harm's own request: temperature 0, top_p 1, 2,048 tokens, the legacy `functions` form. */
  isOsHarm: boolean;
  /** Of a verdict; left out: the first of the dialect's. */
  form?: VerdictForm;
}

export interface Answer {
  /** The structured answer of a verdict, unchecked; undefined where the model gave none. */
  value: unknown;
  /** What the model said in words. */
  text: string;
  /** Why the answer ended, in the provider's words, where it is not that it was done: cut off, filtered, refused. */
  endedBy?: string | undefined;
  /** The model as the provider names it in its answer. */
  answeredBy: string | null;
  /** Null if the provider didn't report it. */
  usage: TokenUsage | null;
}

/** One provider's own form of question and answer. */
export interface JudgeDialect {
  /** Forms that this model can be asked in, the one to begin with first. */
  forms(model: string): readonly VerdictForm[];
  path(model: string): string;
  headers(key: string | null): Record<string, string>;
  body(model: string, question: Question): Record<string, unknown>;
  read(answer: unknown): Answer;
}
