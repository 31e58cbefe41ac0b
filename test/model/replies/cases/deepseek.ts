import { fails, type ProviderReplies, refused } from '../reply-case.ts';
import { chat, chatCases, openaiError } from '../shapes.ts';

const source = 'https://api-docs.deepseek.com/quick_start/error_codes';

export const deepseek: ProviderReplies = {
  provider: 'deepseek',
  model: 'deepseek:deepseek-chat',
  environment: { DEEPSEEK_API_KEY: 'very-secret-0123' },
  source,
  never: {
    'malformed-call': 'text agents send no tools',
    'too-large: pictures': 'the models take no pictures',
  },
  cases: [
    ...chatCases('https://api-docs.deepseek.com/api/create-chat-completion'),
    {
      title: 'a prompt taken for a risk',
      source: 'https://github.com/deepseek-ai/DeepSeek-V3/issues',
      shows: ['error.message'],
      status: 400,
      body: openaiError('Content Exists Risk', 'invalid_request_error', 'invalid_request_error'),
      expected: refused('provider'),
    },
    {
      title: 'no balance',
      shows: ['status'],
      status: 402,
      body: openaiError('The balance is insufficient', 'unknown_error', 'invalid_request_error'),
      expected: fails('quota-exhausted', { hint: /credit/ }),
    },
    {
      title: 'a wrong key',
      shows: ['status', 'error.type'],
      status: 401,
      body: openaiError(
        'Authentication fails: the key ****12 is invalid',
        'authentication_error',
        'invalid_request_error',
      ),
      expected: fails('not-allowed'),
    },
    {
      title: 'a wrong parameter',
      shows: ['status'],
      status: 422,
      body: openaiError('max_tokens: must be positive', 'invalid_request_error', 'invalid_request_error'),
      expected: fails('request-rejected'),
    },
    {
      title: 'an unknown model',
      shows: ['error.message'],
      status: 400,
      body: openaiError('Model Not Exist', 'invalid_request_error', 'invalid_request_error'),
      expected: fails('no-such-model'),
    },
    {
      title: 'too much context',
      shows: ['error.message'],
      status: 400,
      body: openaiError(
        "This model's maximum context length is 131072 tokens. However, you requested 150000 tokens.",
        'invalid_request_error',
        'invalid_request_error',
      ),
      expected: fails('context-overflow'),
    },
    {
      title: 'a model that takes no pictures',
      shows: ['error.message'],
      status: 400,
      body: openaiError(
        'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`',
        'invalid_request_error',
        'invalid_request_error',
      ),
      expected: fails('no-pictures'),
    },
    {
      title: 'too few resources in the middle of a reply',
      shows: ['choices.0.finish_reason'],
      body: chat('insufficient_system_resource', { content: 'I cl' }),
      expected: fails(['overloaded', 'server-error']),
    },
    {
      title: 'a limit on the rate',
      shows: ['status'],
      status: 429,
      body: openaiError('You are sending requests too quickly.', 'rate_limit_error', 'rate_limit_reached'),
      expected: fails('rate-limited'),
    },
  ],
};
