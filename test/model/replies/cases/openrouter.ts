import { fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { chat, chatCases, chatEnd, chatStart } from '../shapes.ts';

const source = 'https://openrouter.ai/docs/api/reference/errors-and-debugging';
const types = 'https://www.developersdigest.tech/errors/api/openrouter';
const error = (code: number | string, message: string, metadata?: unknown) => ({
  error: { code, message, ...(metadata === undefined ? {} : { metadata }) },
  user_id: 'u',
});
const moderation = {
  reasons: ['violence', 'illicit'],
  flagged_input: 'the text …',
  provider_name: 'X',
  model_slug: 'org/m',
};

const errors = (
  entries: readonly [string, number, string, unknown, ReplyCase['expected'], Partial<ReplyCase>?][],
): ReplyCase[] =>
  entries.map(([title, status, message, metadata, expected, more]) => ({
    title,
    status,
    shows: ['error.code'],
    body: error(status, message, metadata),
    expected,
    ...more,
  }));

export const openrouter: ProviderReplies = {
  provider: 'openrouter',
  model: 'openrouter:org/m',
  environment: { OPENROUTER_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases(source),
    ...errors([
      [
        'moderation',
        403,
        'The input was flagged.',
        moderation,
        refused('gateway', 'violence, illicit'),
        { shows: ['error.code', 'error.metadata.reasons'] },
      ],
      [
        'a policy of the provider',
        400,
        'Provider returned error',
        { error_type: 'content_policy_violation', provider_name: 'X', raw: 'No.' },
        refused(),
        { shows: ['error.metadata.error_type'], source: types },
      ],
      [
        'the provider’s own safety error',
        400,
        'Provider returned error',
        {
          provider_name: 'OpenAI',
          raw: '{"error":{"message":"Stopped.","type":"invalid_request_error","param":null,"code":"cyber_policy"}}',
        },
        refused('provider', 'cyber_policy'),
        { shows: ['error.metadata.raw'] },
      ],
      [
        'terms that forbid the request',
        403,
        'Provider returned error',
        { raw: 'The terms of the provider forbid this region.', provider_name: 'X' },
        fails('not-allowed', { message: /forbid this region/, hint: /terms/ }),
        { isReverse: true },
      ],
      [
        'a key that is disabled',
        403,
        'The key is disabled for a policy violation of its owner.',
        undefined,
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'the limit of a key',
        403,
        'Key limit exceeded (total limit). Manage it in the settings.',
        undefined,
        fails('quota-exhausted'),
      ],
      ['no credit', 402, 'Insufficient credits. Add more.', undefined, fails('quota-exhausted', { hint: /credit/ })],
      [
        'too little credit for the limit of tokens',
        402,
        'This request requires more credits, or fewer max_tokens. You requested up to 65000 tokens, but can only afford 4000.',
        undefined,
        fails('quota-exhausted', { hint: /--max-tokens/ }),
      ],
      ['a wrong key', 401, 'User not found.', undefined, fails('not-allowed')],
      [
        'a policy about data that excludes every endpoint',
        404,
        'No endpoints found matching your data policy. Configure it in the privacy settings.',
        undefined,
        fails(['not-allowed', 'no-such-model', 'request-rejected'], { hint: /privacy/ }),
        { isReverse: true },
      ],
      [
        'no endpoint that takes pictures',
        404,
        'No endpoints found that support image input',
        undefined,
        fails('no-pictures'),
      ],
      ['an unknown model', 400, 'org/m9 is not a valid model ID', undefined, fails('no-such-model')],
      ['a model without endpoints', 404, 'No endpoints found for org/m.', undefined, fails('no-such-model')],
      [
        'too much context',
        400,
        "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens.",
        undefined,
        fails('context-overflow'),
      ],
      [
        'too much context, by its type',
        400,
        'Provider returned error',
        { error_type: 'context_length_exceeded' },
        fails('context-overflow'),
        { shows: ['error.metadata.error_type'], source: types },
      ],
      [
        'a picture that is too large',
        400,
        'Provider returned error',
        { error_type: 'image_too_large' },
        fails('pictures-too-large'),
        { shows: ['error.metadata.error_type'], source: types },
      ],
      [
        'a limit on the rate',
        429,
        'Provider returned error',
        {
          raw: 'org/m is temporarily rate-limited upstream. Retry shortly, or add your own key to accumulate your rate limits.',
          provider_name: 'X',
        },
        fails('rate-limited'),
      ],
      [
        'a time-out of the service',
        408,
        'It took too long.',
        undefined,
        fails(['server-error', 'timeout', 'overloaded']),
      ],
      [
        'a provider that is down',
        502,
        'Provider returned error',
        { raw: 'bad gateway', provider_name: 'X' },
        fails('server-error'),
      ],
      [
        'no provider that fits',
        503,
        'No available model provider meets the routing requirements.',
        undefined,
        fails(['overloaded', 'server-error']),
      ],
    ]),
    {
      title: 'a request of the wrong form',
      isReverse: true,
      source: types,
      shows: ['error.code'],
      status: 400,
      body: { error: { code: 'invalid_prompt', message: 'messages[2]: the content is empty.' } },
      expected: fails('request-rejected'),
    },
    {
      title: 'a request of the wrong form, by its type',
      isReverse: true,
      source: types,
      shows: ['error.metadata.error_type'],
      status: 400,
      body: error(400, 'messages[2]: unsupported role.', { error_type: 'invalid_prompt' }),
      expected: fails('request-rejected'),
    },
    {
      title: 'moderation inside a 200',
      shows: ['error.code', 'error.metadata.reasons'],
      body: error(403, 'The input was flagged.', moderation),
      expected: refused('gateway', 'violence, illicit'),
    },
    {
      title: 'no credit inside a 200',
      shows: ['error.code'],
      body: error(402, 'Not enough credit.'),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'a provider that is down, inside a 200',
      shows: ['error.code'],
      body: error(502, 'Provider returned error', { raw: 'bad gateway', provider_name: 'X' }),
      expected: fails('server-error'),
    },
    {
      title: 'a flagged reply inside a choice',
      shows: ['choices.0.finish_reason', 'choices.0.error'],
      body: chat(
        'error',
        { content: '' },
        {
          native_finish_reason: 'error',
          error: { code: 400, message: 'This content was flagged for possible cybersecurity risk.' },
        },
      ),
      expected: refused(),
    },
    {
      title: 'a failure inside a choice',
      shows: ['choices.0.finish_reason', 'choices.0.error.code'],
      body: chat('error', { content: '' }, { error: { code: 502, message: 'The upstream failed.' } }),
      expected: fails('server-error'),
    },
    {
      title: 'a failure without its error',
      shows: ['choices.0.finish_reason'],
      body: chat('error', { content: '' }),
      expected: fails('server-error'),
    },
    {
      title: 'a failure in the middle of a stream',
      stream: true,
      shows: ['error.code'],
      events: [
        chatStart,
        { ...chatEnd('error'), error: { code: 'server_error', message: 'The provider disconnected.' } },
      ],
      expected: fails('server-error'),
    },
    {
      title: 'moderation in the middle of a stream',
      stream: true,
      shows: ['error.code', 'error.metadata.reasons'],
      events: [chatStart, { ...chatEnd('error'), error: { code: 403, message: 'Flagged.', metadata: moderation } }],
      expected: refused('gateway', 'violence, illicit'),
    },
    {
      title: 'the provider’s own reason',
      shows: ['choices.0.finish_reason', 'choices.0.native_finish_reason'],
      body: chat('content_filter', { content: '' }, { native_finish_reason: 'PROHIBITED_CONTENT' }),
      expected: refused('provider'),
    },
  ],
};
