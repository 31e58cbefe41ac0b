import { fails, malformedCall, type ProviderReplies, type ReplyCase } from '../reply-case.ts';
import { chatCases, openaiError } from '../shapes.ts';

const source = 'https://console.groq.com/docs/errors';
const errors = (
  entries: readonly [string, number, string, string | null, string, ReplyCase['expected'], Partial<ReplyCase>?][],
): ReplyCase[] =>
  entries.map(([title, status, type, code, message, expected, more]) => ({
    title,
    status,
    shows: code === null ? ['error.message'] : ['error.code'],
    body: openaiError(message, type, code),
    expected,
    ...more,
  }));

export const groq: ProviderReplies = {
  provider: 'groq',
  model: 'groq:llama-4-scout',
  environment: { GROQ_API_KEY: 'very-secret-0123' },
  source,
  never: {},
  cases: [
    ...chatCases('https://console.groq.com/docs/api-reference'),
    {
      title: 'a call that can’t be parsed',
      shows: ['error.code'],
      status: 400,
      body: {
        error: {
          message: 'Failed to call a function. See failed_generation.',
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '<function=click>{x:',
        },
      },
      expected: malformedCall,
    },
    {
      title: 'JSON that can’t be validated',
      shows: ['error.code'],
      status: 400,
      body: {
        error: {
          message: 'Failed to generate JSON.',
          type: 'invalid_request_error',
          code: 'json_validate_failed',
          failed_generation: '{',
        },
      },
      expected: malformedCall,
    },
    ...errors([
      [
        'a limit on the rate that mentions billing',
        429,
        'tokens',
        'rate_limit_exceeded',
        'Rate limit reached for tokens per minute: limit 6000, used 5900. Upgrade to the Dev Tier under billing.',
        fails('rate-limited'),
        { isReverse: true },
      ],
      [
        'a request larger than a minute’s tokens',
        413,
        'tokens',
        'rate_limit_exceeded',
        'Request too large for model on tokens per minute (TPM): Limit 6000, Requested 9000. Reduce your message size.',
        fails('context-overflow'),
      ],
      [
        'too little capacity for the tier',
        498,
        'server_error',
        'capacity_exceeded',
        'Flex is at capacity.',
        fails('overloaded'),
      ],
      [
        'a spending limit',
        400,
        'invalid_request_error',
        'blocked_api_access',
        'The organization reached its spend limit.',
        fails('quota-exhausted'),
      ],
      ['a wrong key', 401, 'invalid_request_error', 'invalid_api_key', 'Invalid API Key', fails('not-allowed')],
      [
        'an organization that was restricted',
        400,
        'invalid_request_error',
        'organization_restricted',
        'The organization has been restricted for its use. Contact support.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'a model that the organization blocks',
        403,
        'permissions_error',
        'model_permission_blocked_org',
        'The model is blocked at the organization level.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'an unknown model',
        404,
        'invalid_request_error',
        'model_not_found',
        'The model llama-9 does not exist or you do not have access to it.',
        fails('no-such-model'),
      ],
      [
        'a model that was taken down',
        400,
        'invalid_request_error',
        'model_decommissioned',
        'The model was decommissioned.',
        fails('no-such-model'),
      ],
      [
        'too much context',
        400,
        'invalid_request_error',
        'context_length_exceeded',
        'Reduce the length of the messages.',
        fails('context-overflow'),
      ],
      [
        'too many pictures',
        400,
        'invalid_request_error',
        null,
        'Too many images provided. This model supports up to 5 images',
        fails('pictures-too-large', { limit: { of: 'number', maximum: 5 } }),
      ],
      [
        'a model that takes no pictures',
        400,
        'invalid_request_error',
        null,
        'messages[1].content must be a string: this model does not support images',
        fails('no-pictures'),
      ],
    ]),
  ],
};
