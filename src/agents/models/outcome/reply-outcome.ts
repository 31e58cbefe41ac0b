/** Who declined a request: the model itself, a filter of its provider, or a gateway in front of it. */
export type RefusalSource = 'model' | 'provider' | 'gateway';

export interface ModelRefusal {
  by: RefusalSource;
  /** The provider's own name for the kind of content, such as `cyber` or `violence`; null if it gives none. */
  category: string | null;
  /** The provider's explanation, or the field that showed the refusal. */
  message: string;
}

/**
 * What a model's reply is. Only `answered` with the end `complete` may end a run. A call that failed is a `ModelError`
 * instead; `ModelErrorKind` is the other half of this table.
 */
export type ReplyOutcome =
  /** It has text or calls. `unknown`: the provider gave no reason, or one that isn't an end, such as `pause_turn`. */
  | { kind: 'answered'; end: 'complete' | 'cut-off' | 'unknown' }
  | ({ kind: 'refused' } & ModelRefusal)
  /** The output limit was spent before there was text or a call. */
  | { kind: 'out-of-tokens' }
  /** The model's tool call could not be parsed. */
  | { kind: 'malformed-call'; message: string }
  /** Neither text nor a call. */
  | { kind: 'empty'; message: string };

/** Replies that are neither an answer nor a refusal: the model had its turn, and nothing can be executed. */
export type UnusableReply = Exclude<ReplyOutcome, { kind: 'answered' | 'refused' }>;
