/** An object's declared fields, in order. A nested object has declared fields too; other values have null. */
interface DeclaredFields {
  readonly [name: string]: DeclaredFields | null;
}

const choiceFields: DeclaredFields = {
  finish_reason: null,
  index: null,
  logprobs: { content: null, refusal: null },
  message: { content: null, refusal: null, role: null, audio: null, function_call: null, tool_calls: null },
};

const completionFields: DeclaredFields = {
  id: null,
  choices: choiceFields,
  created: null,
  model: null,
  object: null,
  service_tier: null,
  system_fingerprint: null,
  usage: {
    completion_tokens: null,
    prompt_tokens: null,
    total_tokens: null,
    completion_tokens_details: {
      accepted_prediction_tokens: null,
      audio_tokens: null,
      reasoning_tokens: null,
      rejected_prediction_tokens: null,
    },
    prompt_tokens_details: { audio_tokens: null, cached_tokens: null },
  },
};

/**
 * A chat completion as OpenAI's Python SDK dumps it, which OS-Harm stores next to a caption: declared fields first
 * (null if missing), then any other fields. The fields are those of the SDK that wrote the trace in OS-Harm's
 * repository. Other responses are returned unchanged.
 */
export function sdkDump(response: unknown): unknown {
  const isCompletion = isObject(response) && response.object === 'chat.completion';
  return isCompletion ? inOrder(response, completionFields) : response;
}

function inOrder(value: unknown, declared: DeclaredFields): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, declared));
  if (!isObject(value)) return value;
  const ordered = new Map<string, unknown>();
  for (const [name, fields] of Object.entries(declared))
    ordered.set(name, fields === null ? (value[name] ?? null) : inOrder(value[name] ?? null, fields));
  for (const [name, other] of Object.entries(value)) if (!ordered.has(name)) ordered.set(name, other);
  return Object.fromEntries(ordered);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
