import { answered, fails, type ProviderReplies } from '../reply-case.ts';
import { chat, chatCases, openaiError } from '../shapes.ts';

const source = 'https://docs.together.ai/docs/error-codes';

export const together: ProviderReplies = {
  provider: 'together',
  model: 'together:org/m',
  environment: { TOGETHER_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases('https://docs.together.ai/reference/chat-completions-1'),
    {
      title: 'text that ended with its token',
      shows: ['choices.0.finish_reason'],
      source: 'https://docs.together.ai/reference/chat-completions-1',
      body: chat('eos'),
      expected: answered(),
    },
    {
      title: 'a monthly limit',
      shows: ['status'],
      status: 402,
      body: openaiError('The monthly spending limit is reached.', 'credit_limit', null),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'a credit limit as 429',
      shows: ['error.type'],
      status: 429,
      body: openaiError('Credit limit exceeded: add credit under billing.', 'credit_limit', null),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'a limit on the rate',
      shows: ['status'],
      status: 429,
      body: openaiError(
        'The rate limit of this model is reached; upgrade your billing tier for more.',
        'model_rate_limit',
        null,
      ),
      expected: fails('rate-limited'),
      isReverse: true,
    },
    {
      title: 'a wrong key',
      shows: ['error.code'],
      status: 401,
      body: openaiError('The key is not valid.', 'invalid_request_error', 'invalid_api_key'),
      expected: fails('not-allowed'),
    },
    {
      title: 'an unknown model',
      shows: ['error.code'],
      status: 404,
      body: openaiError('Unable to access model org/m.', 'invalid_request_error', 'model_not_available'),
      expected: fails('no-such-model'),
    },
    {
      title: 'too much context',
      shows: ['error.message'],
      status: 422,
      body: openaiError(
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 500 `max_new_tokens`',
        'invalid_request_error',
        null,
      ),
      expected: fails('context-overflow'),
    },
    {
      title: 'too much context as 403',
      shows: ['error.message'],
      status: 403,
      body: openaiError(
        'Input token count + max_tokens must be less than the context length of the model.',
        'invalid_request_error',
        null,
      ),
      expected: fails('context-overflow'),
    },
    {
      title: 'a busy engine',
      shows: ['error.type'],
      status: 503,
      body: openaiError('The server is overloaded or not ready yet.', 'service_unavailable', null),
      expected: fails('overloaded'),
    },
    {
      title: 'a model that takes no pictures',
      shows: ['error.message'],
      status: 400,
      body: openaiError('This model does not support image input.', 'invalid_request_error', null),
      expected: fails('no-pictures'),
    },
    {
      title: 'too many pictures',
      shows: ['error.message'],
      status: 400,
      body: openaiError('Too many images: at most 1 image is supported.', 'invalid_request_error', null),
      expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 1 } }),
    },
  ],
};
