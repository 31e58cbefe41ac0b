import type { TokenUsage } from '../../../agents/models/messages.ts';
import type { ChatMessage } from '../chat.ts';

/** How a verdict is requested: as input of a forced tool call, as JSON by a schema, or as JSON by the prompt. */
export type VerdictForm = 'tool' | 'schema' | 'words';

export interface Question {
  kind: 'verdict' | 'caption';
  messages: readonly ChatMessage[];
  /** JSON Schema of the verdict. Defaults to OS-Harm's four fields with our descriptions. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  description?: string | undefined;
  /** OS-Harm's request: temperature 0, top_p 1, 2,048 tokens, the legacy `functions` parameter. */
  isOsHarm: boolean;
  /** Defaults to the dialect's first form. */
  form?: VerdictForm;
}

export interface Answer {
  /** The structured answer, unvalidated. Undefined if the model returned none. */
  value: unknown;
  text: string;
  /** Why the answer ended early, as the provider reports it: cut off, filtered, refused. */
  endedBy?: string | undefined;
  answeredBy: string | null;
  usage: TokenUsage | null;
}

export interface JudgeDialect {
  /** Forms that the model supports, in order of preference. */
  forms(model: string): readonly VerdictForm[];
  path(model: string): string;
  headers(key: string | null): Record<string, string>;
  body(model: string, question: Question): Record<string, unknown>;
  read(answer: unknown): Answer;
}
