import { type Dialect, events, usage } from './dialect.ts';

const tokens = {
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
};
const choice = (message: object, finish = 'stop') => ({
  index: 0,
  message: { role: 'assistant', refusal: null, ...message },
  logprobs: null,
  finish_reason: finish,
});
const completion = (model: string, message: object, finish?: string) => ({
  status: 200,
  body: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1750000000,
    model,
    choices: [choice(message, finish)],
    usage: tokens,
  },
});
const error = (status: number, message: string, type: string, code: string | null) => ({
  status,
  body: { error: { message, type, param: null, code } },
});
const chunk = (model: string, delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1750000000,
  model,
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** OpenAI's chat completions; also what vLLM, Ollama, Together, Groq and gateways speak. */
export const openaiDialect: Dialect = {
  name: 'openai',
  knows: (path) => path.endsWith('/chat/completions') || path.endsWith('/responses'),
  isStream: (_, body) => body.stream === true,
  reply: (text, model) => completion(model, { content: text }),
  stream: (text, model) =>
    events(
      [
        chunk(model, { role: 'assistant', content: '' }),
        ...[...text].map((unit) => chunk(model, { content: unit })),
        chunk(model, {}, 'stop'),
        { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1750000000, model, choices: [], usage: tokens },
      ],
      { done: true },
    ),
  empty: (model) => completion(model, { content: null }),
  refusal: (model) => completion(model, { content: null, refusal: "I'm sorry, I can't help with that." }),
  refusalStream: (model) =>
    events(
      [
        chunk(model, { role: 'assistant', refusal: 'I' }),
        chunk(model, { refusal: ' can’t.' }),
        chunk(model, {}, 'stop'),
      ],
      { done: true },
    ),
  overflow: () =>
    error(
      400,
      "This model's maximum context length is 128000 tokens.",
      'invalid_request_error',
      'context_length_exceeded',
    ),
  rateLimited: () => error(429, 'Rate limit reached for requests', 'requests', 'rate_limit_exceeded'),
  failed: () => error(500, 'The server had an error while processing your request.', 'server_error', null),
  unauthorised: () => error(401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key'),
};
