import type { RefusalSource } from './reply-outcome.ts';

export type Stop =
  | 'complete'
  | 'cut-off'
  | 'context-full'
  | 'malformed-call'
  /** Not an end: the provider paused, or gave no reason. */
  | 'unfinished'
  | { refusedBy: RefusalSource }
  | 'failed'
  | 'overloaded';

export type ReplyShape = 'chat' | 'responses' | 'anthropic' | 'google' | 'bedrock';

const byProvider = { refusedBy: 'provider' } as const;
const byModel = { refusedBy: 'model' } as const;

/**
 * OpenAI's chat completions and compatible APIs. Sources: API references of OpenAI, DeepSeek
 * (`insufficient_system_resource`), Mistral (`model_length`, `error`), Zhipu (`sensitive`, `network_error`), OpenRouter
 * (`error`); code of vLLM and SGLang (`abort`), Together (`eos`).
 */
const chat: Readonly<Record<string, Stop>> = {
  stop: 'complete',
  eos: 'complete',
  end_turn: 'complete',
  stop_sequence: 'complete',
  tool_calls: 'complete',
  tool_use: 'complete',
  function_call: 'complete',
  length: 'cut-off',
  max_tokens: 'cut-off',
  model_length: 'context-full',
  content_filter: byProvider,
  'content-filter': byProvider,
  safety: byProvider,
  sensitive: byProvider,
  guardrail: byProvider,
  refusal: byModel,
  error: 'failed',
  network_error: 'failed',
  abort: 'failed',
  insufficient_system_resource: 'overloaded',
};

/** Source: Anthropic's reference of the Messages API, “Handling stop reasons”. */
const anthropic: Readonly<Record<string, Stop>> = {
  end_turn: 'complete',
  stop_sequence: 'complete',
  tool_use: 'complete',
  max_tokens: 'cut-off',
  model_context_window_exceeded: 'context-full',
  refusal: byModel,
  pause_turn: 'unfinished',
  compaction: 'unfinished',
};

/** `status`, or the reason in `incomplete_details`. Source: OpenAI's reference of the Responses API. */
const responses: Readonly<Record<string, Stop>> = {
  completed: 'complete',
  max_output_tokens: 'cut-off',
  max_tokens: 'cut-off',
  content_filter: byProvider,
  failed: 'failed',
  cancelled: 'failed',
  incomplete: 'unfinished',
  in_progress: 'unfinished',
  queued: 'unfinished',
};

/** Source: reference of the Gemini API and of Vertex AI, “FinishReason”. */
const google: Readonly<Record<string, Stop>> = {
  STOP: 'complete',
  MAX_TOKENS: 'cut-off',
  SAFETY: byProvider,
  PROHIBITED_CONTENT: byProvider,
  BLOCKLIST: byProvider,
  SPII: byProvider,
  RECITATION: byProvider,
  MODEL_ARMOR: byProvider,
  IMAGE_SAFETY: byProvider,
  IMAGE_PROHIBITED_CONTENT: byProvider,
  IMAGE_RECITATION: byProvider,
  MALFORMED_FUNCTION_CALL: 'malformed-call',
  MALFORMED_RESPONSE: 'malformed-call',
  UNEXPECTED_TOOL_CALL: 'malformed-call',
  TOO_MANY_TOOL_CALLS: 'malformed-call',
  MISSING_THOUGHT_SIGNATURE: 'malformed-call',
};

/** Source: reference of Amazon Bedrock's runtime, “Converse”. */
const bedrock: Readonly<Record<string, Stop>> = {
  end_turn: 'complete',
  stop_sequence: 'complete',
  tool_use: 'complete',
  max_tokens: 'cut-off',
  model_context_window_exceeded: 'context-full',
  guardrail_intervened: { refusedBy: 'gateway' },
  content_filtered: byProvider,
  refusal: byModel,
  malformed_model_output: 'malformed-call',
  malformed_tool_use: 'malformed-call',
};

export const stopReasons: Readonly<Record<ReplyShape, Readonly<Record<string, Stop>>>> = {
  chat,
  anthropic,
  responses,
  google,
  bedrock,
};

/**
 * The meaning of a stop reason; `unfinished` if it is missing or unknown. Gateways pass on reasons of other APIs, so
 * all tables are searched after the API's own.
 */
export function stopOf(shape: ReplyShape, reason: string | null): Stop {
  if (reason === null) return 'unfinished';
  const tables = [stopReasons[shape], ...Object.values(stopReasons)];
  for (const name of [reason, reason.toLowerCase(), reason.toUpperCase()]) {
    const table = tables.find((known) => Object.hasOwn(known, name));
    if (table?.[name] !== undefined) return table[name];
  }
  return 'unfinished';
}
