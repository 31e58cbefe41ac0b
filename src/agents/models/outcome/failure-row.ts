import type { ModelErrorKind } from '../model-error.ts';
import type { RefusalSource } from './reply-outcome.ts';

export type Meaning =
  | { kind: Exclude<ModelErrorKind, 'timeout' | 'unreachable' | 'unreadable-reply'>; hint?: string }
  | { kind: 'refused'; by: RefusalSource }
  | { kind: 'malformed-call' };

/** A row of the table. An error matches if all given fields match. */
export interface FailureRow {
  providers?: readonly string[];
  /** HTTP statuses. A status within the body takes precedence over the response's. */
  statuses?: readonly number[];
  /** Machine-readable names in lower case, or a pattern for them. */
  codes?: readonly string[] | RegExp;
  /** Last resort for providers that send only a message. Matched against the message without quotations. */
  words?: RegExp;
  /** Excludes messages about the request's form, i.e. those that name a field or state what it must be. */
  isNotOfForm?: true;
  request?: 'computer-tool' | 'form';
  meaning: Meaning;
  source: string;
}

export const refusedByProvider: Meaning = { kind: 'refused', by: 'provider' };
export const quotaExhausted: Meaning = { kind: 'quota-exhausted' };
