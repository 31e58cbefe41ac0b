/** Who declined a request: the model, a filter of its provider, or a gateway in front of it. */
export type RefusalSource = 'model' | 'provider' | 'gateway';

export interface ModelRefusal {
  by: RefusalSource;
  category: string | null;
  message: string;
}

/**
 * The outcome of a reply. Only `answered` with the end `complete` may end a run. A failed call is a `ModelError`
 * instead, classified by `ModelErrorKind`.
 */
export type ReplyOutcome =
  /** `unknown`: the provider gave no reason, or one that doesn't mean an end, e.g. `pause_turn`. */
  | { kind: 'answered'; end: 'complete' | 'cut-off' | 'unknown' }
  | ({ kind: 'refused' } & ModelRefusal)
  /** The output limit was reached before any text or call. */
  | { kind: 'out-of-tokens' }
  | { kind: 'malformed-call'; message: string }
  | { kind: 'empty'; message: string };

/** Replies that are neither an answer nor a refusal, so that nothing can be executed. */
export type UnusableReply = Exclude<ReplyOutcome, { kind: 'answered' | 'refused' }>;
