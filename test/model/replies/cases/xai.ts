import { fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { responsesCases } from '../shapes.ts';

const source = 'https://docs.x.ai/docs/key-information/debugging';
const safety = 'https://github.com/UKGovernmentBEIS/inspect_ai/pull/2267';
const denied = 'The caller does not have permission to execute the specified operation';
const exhausted = 'Some resource has been exhausted';

const errors = (
  entries: readonly [string, number, string, string, ReplyCase['expected'], Partial<ReplyCase>?][],
): ReplyCase[] =>
  entries.map(([title, status, code, error, expected, more]) => ({
    title,
    status,
    shows: ['code', 'error'],
    body: { code, error },
    expected,
    ...more,
  }));

export const xai: ProviderReplies = {
  provider: 'xai',
  model: 'xai:grok-4',
  environment: { XAI_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'no computer tool, and text agents send no tools' },
  cases: [
    ...responsesCases('https://docs.x.ai/docs/api-reference'),
    ...errors([
      [
        'a safety check',
        403,
        'permission-denied',
        'Content violates usage guidelines. Team: t, API key ID: k, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO',
        refused('provider', 'SAFETY_CHECK_TYPE_BIO'),
        { source: safety },
      ],
      [
        'a safety check, with the older code',
        403,
        denied,
        'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_CYBER',
        refused('provider', 'SAFETY_CHECK_TYPE_CYBER'),
        { source: safety },
      ],
      [
        'a violation without its check',
        403,
        'permission-denied',
        'Content violates usage guidelines. ',
        refused('provider', null),
        { source: 'https://github.com/Wei-Shaw/sub2api/issues/4785' },
      ],
      [
        'no permission',
        403,
        'permission-denied',
        'Access to the chat endpoint is denied. Ask the team’s admin.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'no permission, with the older code',
        403,
        denied,
        'Your key has no access to this model.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'a team that was blocked for its use',
        403,
        'permission-denied',
        'The team was suspended for violations of the usage guidelines. Contact support.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'a spending limit',
        403,
        'personal-team-blocked:spending-limit',
        'All credits of the team are used, or its spending limit is reached.',
        fails('quota-exhausted'),
      ],
      [
        'no credit',
        429,
        exhausted,
        'The team t has used all available credits or reached its monthly spending limit.',
        fails('quota-exhausted'),
      ],
      [
        'a limit on the rate',
        429,
        exhausted,
        'Too many requests for team t and model grok-4. The rate limit is: Requests per Second (actual/limit): 2/1',
        fails('rate-limited'),
        { isReverse: true },
      ],
      [
        'a wrong key',
        400,
        'Client specified an invalid argument',
        'Incorrect API key provided: xa***12. You can obtain an API key from the console.',
        fails('not-allowed'),
      ],
      ['no key', 401, 'unauthenticated:no-credentials', 'No credentials were presented.', fails('not-allowed')],
      [
        'an unknown model',
        404,
        'Some requested entity was not found',
        'The model grok-99 does not exist or your team does not have access to it.',
        fails('no-such-model'),
      ],
      [
        'too much context',
        400,
        'Client specified an invalid argument',
        'This model’s maximum prompt length is 131072 but the request contains 200000 tokens.',
        fails('context-overflow'),
      ],
      [
        'too many pictures',
        400,
        'Client specified an invalid argument',
        'Too many images in the request: the maximum number of images is 20.',
        fails('pictures-too-large', { limit: { of: 'number', maximum: 20 } }),
      ],
      [
        'a model that takes no pictures',
        400,
        'Client specified an invalid argument',
        'Image inputs are not supported by this model.',
        fails('no-pictures'),
      ],
      [
        'a wrong argument',
        400,
        'Client specified an invalid argument',
        'Argument not supported on this model: presencePenalty',
        fails('request-rejected'),
        { isReverse: true },
      ],
      [
        'a busy model',
        503,
        'The service is currently unavailable',
        'The model is at capacity. Try again later.',
        fails('overloaded'),
      ],
    ]),
    {
      title: 'a body of the wrong form',
      isReverse: true,
      shows: ['status'],
      status: 422,
      headers: { 'content-type': 'text/plain' },
      body: 'Failed to deserialize the JSON body into the target type: policy: unknown field `filter`',
      expected: fails('request-rejected'),
    },
  ],
};
