import { type Dialect, events, usage } from './dialect.ts';

const message = (model: string, content: unknown[], stop: string | null) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: {
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  },
});
const error = (status: number, type: string, text: string) => ({
  status,
  body: { type: 'error', error: { type, message: text } },
});

/** Anthropic's messages. */
export const anthropicDialect: Dialect = {
  name: 'anthropic',
  knows: (path) => path.endsWith('/messages'),
  isStream: (_, body) => body.stream === true,
  reply: (text, model) => ({ status: 200, body: message(model, [{ type: 'text', text }], 'end_turn') }),
  stream: (text, model) =>
    events(
      [
        { type: 'message_start', message: { ...message(model, [], null) } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        ...[...text].map((unit) => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: unit },
        })),
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: usage.output },
        },
        { type: 'message_stop' },
      ],
      { named: true },
    ),
  empty: (model) => ({ status: 200, body: message(model, [], 'end_turn') }),
  refusal: (model) => ({ status: 200, body: message(model, [], 'refusal') }),
  refusalStream: (model) =>
    events(
      [
        { type: 'message_start', message: message(model, [], null) },
        { type: 'message_delta', delta: { stop_reason: 'refusal', stop_sequence: null }, usage: { output_tokens: 0 } },
        { type: 'message_stop' },
      ],
      { named: true },
    ),
  overflow: () => error(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
  rateLimited: () => error(429, 'rate_limit_error', 'This request would exceed your rate limit.'),
  failed: () => error(529, 'overloaded_error', 'Overloaded'),
  unauthorised: () => error(401, 'authentication_error', 'invalid x-api-key'),
};
