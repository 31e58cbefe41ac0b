import type { ModelErrorKind, PictureLimit } from '../../../src/agents/models/model-error.ts';
import type { RefusalSource } from '../../../src/agents/models/outcome/reply-outcome.ts';

/** What a reply or an error of a provider is expected to become. */
export type Expected =
  | { is: 'answered'; end: 'complete' | 'cut-off' | 'unknown' }
  /** Without `by` or `category`: the provider's fields don't show it. */
  | { is: 'refused'; by?: RefusalSource; category?: string | null }
  | { is: 'out-of-tokens' }
  | { is: 'malformed-call' }
  | { is: 'empty' }
  | {
      is: 'error';
      /** Several: the provider's fields allow more than one reading. */
      kinds: readonly ModelErrorKind[];
      isRetried: boolean;
      hint?: RegExp | undefined;
      message?: RegExp | undefined;
      limit?: PictureLimit | undefined;
    };

/** One answer of a provider, with the provider's codes, types and statuses, and messages of our own. */
export interface ReplyCase {
  title: string;
  /** Paths of the fields that decide, such as `error.code`; `status` and `body` are the response's. */
  shows: readonly string[];
  /** Documentation or thread that shows the shape; omitted: the provider's page of errors. */
  source?: string;
  /** Requested with the provider's computer tool: the table's, or the one named. */
  tool?: true | string;
  stream?: boolean;
  /** Another model than the provider's first. */
  model?: string;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or text as it is sent. */
  body?: unknown;
  /** Server-sent events, JSON each; `[event, data]` names an event. */
  events?: readonly unknown[];
  expected: Expected;
  /** It resembles another outcome: a filter's word in an echoed prompt, a true 403. */
  isReverse?: true;
}

export type OutcomeRow = (typeof outcomeRows)[number];
/** The rows of the table: outcomes of replies, then kinds of errors. */
export const outcomeRows = [
  'answered',
  'refused',
  'out-of-tokens',
  'malformed-call',
  'empty',
  'quota',
  'rate',
  'overloaded',
  'not-allowed',
  'no-such-model',
  'too-large: context',
  'too-large: pictures',
  'unsupported',
  'rejected',
  'failed',
  'unreadable',
  'unreachable',
] as const;

export interface ProviderReplies {
  /** As in a model's name; with the maker if the provider's models have several interfaces. */
  provider: string;
  model: string;
  environment: Readonly<Record<string, string>>;
  /** Called with Google's own credentials instead of a key. */
  hasGoogleCredentials?: true;
  /** The provider's page of errors. */
  source: string;
  cases: readonly ReplyCase[];
  /** Rows that the provider has no answer for, and why. */
  never: Partial<Record<OutcomeRow, string>>;
}

export const answered = (end: 'complete' | 'cut-off' | 'unknown' = 'complete'): Expected => ({ is: 'answered', end });
export const outOfTokens: Expected = { is: 'out-of-tokens' };
export const malformedCall: Expected = { is: 'malformed-call' };
export const empty: Expected = { is: 'empty' };

export function refused(by?: RefusalSource, category?: string | null): Expected {
  return { is: 'refused', ...(by === undefined ? {} : { by }), ...(category === undefined ? {} : { category }) };
}

const retried: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limited',
  'overloaded',
  'server-error',
  'timeout',
  'unreadable-reply',
]);

interface ErrorDetails {
  isRetried?: boolean;
  hint?: RegExp;
  message?: RegExp;
  limit?: PictureLimit;
}

export function fails(kind: ModelErrorKind | readonly ModelErrorKind[], details: ErrorDetails = {}): Expected {
  const kinds = typeof kind === 'string' ? [kind] : kind;
  const { hint, message, limit, isRetried = kinds[0] !== undefined && retried.has(kinds[0]) } = details;
  return { is: 'error', kinds, isRetried, hint, message, limit };
}

const rows: Readonly<Record<ModelErrorKind, OutcomeRow>> = {
  'rate-limited': 'rate',
  overloaded: 'overloaded',
  'server-error': 'failed',
  timeout: 'failed',
  unreachable: 'unreachable',
  'unreadable-reply': 'unreadable',
  'context-overflow': 'too-large: context',
  'pictures-too-large': 'too-large: pictures',
  'no-pictures': 'unsupported',
  'tool-rejected': 'unsupported',
  'form-rejected': 'unsupported',
  'not-allowed': 'not-allowed',
  'no-such-model': 'no-such-model',
  'quota-exhausted': 'quota',
  'request-rejected': 'rejected',
};

/** The row of the table that a case belongs to. */
export function rowOf({ expected }: ReplyCase): OutcomeRow {
  if (expected.is !== 'error') return expected.is;
  const [kind] = expected.kinds;
  if (kind === undefined) throw new Error('An expected error has no kind.');
  return rows[kind];
}
