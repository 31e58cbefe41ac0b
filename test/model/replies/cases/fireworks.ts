import { fails, type ProviderReplies } from '../reply-case.ts';
import { chatCases, openaiError } from '../shapes.ts';

const source = 'https://docs.fireworks.ai/guides/inference-error-codes';
const error = (message: string, type: string, code: string) => ({ error: { object: 'error', type, code, message } });

export const fireworks: ProviderReplies = {
  provider: 'fireworks',
  model: 'fireworks:accounts/fireworks/models/m',
  environment: { FIREWORKS_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases('https://docs.fireworks.ai/api-reference/post-chatcompletions'),
    {
      title: 'an account that was suspended for its bills',
      shows: ['status'],
      status: 412,
      body: error(
        'The account is suspended, possibly because its monthly spending limit is reached or an invoice is unpaid.',
        'invalid_request_error',
        'PRECONDITION_FAILED',
      ),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'no paid plan',
      shows: ['status'],
      status: 402,
      body: error('The usage limit is exceeded.', 'invalid_request_error', 'PAYMENT_REQUIRED'),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'a wrong key',
      shows: ['status'],
      status: 401,
      body: error('The key is invalid.', 'invalid_request_error', 'UNAUTHORIZED'),
      expected: fails('not-allowed'),
    },
    {
      title: 'a key without rights',
      isReverse: true,
      shows: ['status'],
      status: 403,
      body: error('The key may not call this model.', 'invalid_request_error', 'FORBIDDEN'),
      expected: fails('not-allowed'),
    },
    {
      title: 'an unknown model',
      shows: ['status', 'error.code'],
      status: 404,
      body: error('Model not found, inaccessible, and/or not deployed', 'invalid_request_error', 'NOT_FOUND'),
      expected: fails('no-such-model'),
    },
    {
      title: 'too much context',
      shows: ['error.message'],
      status: 400,
      body: openaiError(
        'The prompt is too long: 140000, model maximum context length: 131071',
        'invalid_request_error',
        null,
      ),
      expected: fails('context-overflow'),
    },
    {
      title: 'a limit on the rate',
      shows: ['status'],
      status: 429,
      body: error('Over the rate limit; add a payment method for more.', 'rate_limit_error', 'RATE_LIMIT_EXCEEDED'),
      expected: fails('rate-limited'),
      isReverse: true,
    },
    {
      title: 'a time-out of the service',
      shows: ['status'],
      status: 408,
      body: error('It took too long.', 'invalid_request_error', 'REQUEST_TIMEOUT'),
      expected: fails(['server-error', 'timeout', 'overloaded']),
    },
    {
      title: 'too many pictures',
      shows: ['error.message'],
      status: 400,
      body: openaiError('The maximum number of images is 30.', 'invalid_request_error', null),
      expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 30 } }),
    },
    {
      title: 'a model that takes no pictures',
      shows: ['error.message'],
      status: 400,
      body: openaiError('This model does not support images.', 'invalid_request_error', null),
      expected: fails('no-pictures'),
    },
  ],
};
