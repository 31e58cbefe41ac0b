import type { ModelErrorKind } from '../model-error.ts';
import type { RefusalSource } from './reply-outcome.ts';

/** What an error of a provider means. */
export type Meaning =
  | { kind: Exclude<ModelErrorKind, 'timeout' | 'unreachable' | 'unreadable-reply'>; hint?: string }
  | { kind: 'refused'; by: RefusalSource }
  | { kind: 'malformed-call' };

/** One row of the table: an error matches if every given field does. */
export interface FailureRow {
  /** Omitted: every provider. */
  providers?: readonly string[];
  /** Statuses of the error: the one inside its body if it states one, else the response's. */
  statuses?: readonly number[];
  /** Machine-readable names in lower case, or a pattern of them. */
  codes?: readonly string[] | RegExp;
  /** The last resort, for providers that send only words. Matched against the provider's words, without quotations. */
  words?: RegExp;
  /** The row does not count for a message about a request's form: one that names a field, or says what it must be. */
  isNotOfForm?: true;
  /** True: only for a request with a computer tool, or one that forces a tool or asks for JSON. */
  request?: 'computer-tool' | 'form';
  meaning: Meaning;
  source: string;
}

export const refusedByProvider: Meaning = { kind: 'refused', by: 'provider' };
export const quotaExhausted: Meaning = { kind: 'quota-exhausted' };
