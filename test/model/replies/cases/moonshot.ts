import { fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { chatCases } from '../shapes.ts';

const source = 'https://platform.kimi.com/docs/api/errors';
const errors = (
  entries: readonly [string, number, string, string, ReplyCase['expected'], Partial<ReplyCase>?][],
): ReplyCase[] =>
  entries.map(([title, status, type, message, expected, more]) => ({
    title,
    status,
    shows: type === 'invalid_request_error' ? ['error.message'] : ['error.type'],
    body: { error: { message, type } },
    expected,
    ...more,
  }));

export const moonshot: ProviderReplies = {
  provider: 'moonshot',
  model: 'moonshot:kimi-k2',
  environment: { MOONSHOT_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases('https://platform.moonshot.ai/docs/api/chat'),
    ...errors([
      [
        'a prompt of high risk',
        400,
        'content_filter',
        'The request was rejected because it was considered high risk',
        refused('provider', 'content_filter'),
      ],
      [
        'no quota',
        429,
        'exceeded_current_quota_error',
        'The account is suspended; check your plan and billing.',
        fails('quota-exhausted'),
      ],
      [
        'no balance as 403',
        403,
        'exceeded_current_quota_error',
        'The balance is not enough.',
        fails('quota-exhausted'),
        { source: 'https://www.kimi.com/help/kimi-api/api-troubleshooting' },
      ],
      [
        'a limit on the rate',
        429,
        'rate_limit_reached_error',
        'The limit of requests a minute is reached; recharge for a higher tier.',
        fails('rate-limited'),
        { isReverse: true },
      ],
      [
        'an overloaded engine',
        429,
        'engine_overloaded_error',
        'The engine is currently overloaded.',
        fails('overloaded'),
      ],
      ['a wrong key', 401, 'invalid_authentication_error', 'Invalid Authentication', fails('not-allowed')],
      ['a key of another site', 401, 'incorrect_api_key_error', 'Incorrect API key provided', fails('not-allowed')],
      [
        'no permission',
        403,
        'permission_denied_error',
        'The interface is not open to you.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'an unknown model',
        404,
        'resource_not_found_error',
        'Not found the model kimi-9 or permission denied.',
        fails('no-such-model'),
      ],
      [
        'too much context',
        400,
        'invalid_request_error',
        'Your request exceeded model token limit: 131072 (requested: 140000)',
        fails('context-overflow'),
      ],
      ['a failure', 500, 'server_error', 'It failed.', fails('server-error')],
      [
        'a content field of the wrong form',
        400,
        'invalid_request_error',
        'Invalid request: content_filter is not a known role, high risk',
        fails('request-rejected'),
        { isReverse: true },
      ],
      [
        'a model that takes no pictures',
        400,
        'invalid_request_error',
        'Image input not supported for this model',
        fails('no-pictures'),
      ],
      [
        'too many pictures',
        400,
        'invalid_request_error',
        'Too many images: the maximum number of images is 10',
        fails('pictures-too-large', { limit: { of: 'number', maximum: 10 } }),
      ],
    ]),
  ],
};
