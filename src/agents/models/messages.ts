/** One piece of a message: text, or a PNG. */
export type MessagePart = { type: 'text'; text: string } | { type: 'image'; png: Uint8Array };

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  parts: readonly MessagePart[];
  /** The next request begins with the same messages up to this one: the provider may keep them. */
  isCachePoint?: boolean | undefined;
}

/** What is asked of a model; parameters that are left out are the provider's own. */
export interface ModelRequest {
  messages: readonly ModelMessage[];
  temperature?: number;
  topP?: number;
  /** Null: the provider's own limit. */
  maxTokens?: number | null;
}

/** What a call took, as the provider counted it. A reply without both counts has none: its usage is null, never zero. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** Of the input tokens, those that the provider read from its cache; 0 where it does not say. */
  cachedInputTokens: number;
  /** Of the input tokens, those that were written to its cache; left out: none, or it does not say. */
  cacheWriteTokens?: number;
}

export interface ModelReply {
  /** What the model said, without reasoning; may be empty. */
  text: string;
  /** It has neither text nor a call. */
  isBlank: boolean;
  /** The provider's reason for its end, for wires whose answer isn't JSON. */
  stopReason?: string | undefined;
  /** Null if the provider didn't report it. */
  usage: TokenUsage | null;
}
