export type MessagePart = { type: 'text'; text: string } | { type: 'image'; png: Uint8Array };

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  parts: readonly MessagePart[];
  /** The next request starts with the same messages up to this one, so the provider may cache them. */
  isCachePoint?: boolean | undefined;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  temperature?: number;
  topP?: number;
  /** Null for the provider's limit. */
  maxTokens?: number | null;
}

/** Token counts of a call, as reported. A reply that lacks either count has null usage, never zero. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** Part of `inputTokens` read from the provider's cache; 0 if not reported. */
  cachedInputTokens: number;
  cacheWriteTokens?: number;
}

export interface ModelReply {
  text: string;
  isBlank: boolean;
  /** The provider's stop reason, for wires whose response isn't JSON. */
  stopReason?: string | undefined;
  usage: TokenUsage | null;
}
