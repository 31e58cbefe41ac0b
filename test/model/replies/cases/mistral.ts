import { answered, fails, type ProviderReplies } from '../reply-case.ts';
import { chat, chatCases } from '../shapes.ts';

const source = 'https://docs.mistral.ai/api/';
const error = (message: unknown, type: string, code: string | null) => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
});

export const mistral: ProviderReplies = {
  provider: 'mistral',
  model: 'mistral:mistral-medium-latest',
  environment: { MISTRAL_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases(source),
    {
      title: 'a full context before any text',
      shows: ['choices.0.finish_reason'],
      body: chat('model_length', { content: '' }),
      expected: fails('context-overflow'),
    },
    {
      title: 'a full context after some text',
      shows: ['choices.0.finish_reason'],
      body: chat('model_length'),
      expected: answered('cut-off'),
    },
    {
      title: 'an error in the middle',
      shows: ['choices.0.finish_reason'],
      body: chat('error', { content: '' }),
      expected: fails('server-error'),
    },
    {
      title: 'a limit on the rate',
      source: 'https://github.com/raycast/extensions/issues/31107',
      shows: ['type', 'code'],
      status: 429,
      body: error('Rate limit exceeded', 'rate_limited', '1300'),
      expected: fails('rate-limited'),
    },
    {
      title: 'too little capacity for the tier',
      source: 'https://github.com/continuedev/continue/issues/6185',
      isReverse: true,
      shows: ['code'],
      status: 429,
      body: error('Service tier capacity exceeded for this model.', 'service_tier_capacity_exceeded', '3505'),
      expected: fails(['overloaded', 'rate-limited']),
    },
    {
      title: 'a wrong key',
      shows: ['status'],
      status: 401,
      body: { message: 'Unauthorized', request_id: 'r' },
      expected: fails('not-allowed'),
    },
    {
      title: 'a wrong key, as detail',
      shows: ['status'],
      status: 401,
      body: { detail: 'Unauthorized' },
      expected: fails('not-allowed'),
    },
    {
      title: 'no payment',
      shows: ['status'],
      status: 402,
      body: error('The monthly limit is reached: check your billing.', 'payment_required', null),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'an unknown model',
      shows: ['type', 'code'],
      status: 400,
      body: error('Invalid model: mistral-9', 'invalid_model', '1500'),
      expected: fails('no-such-model'),
    },
    {
      title: 'too much context',
      shows: ['message'],
      status: 400,
      body: error(
        'Prompt contains 140000 tokens, too large for model with 131072 maximum context length',
        'invalid_request_prompt',
        '3051',
      ),
      expected: fails('context-overflow'),
    },
    {
      title: 'too many pictures',
      shows: ['message'],
      status: 400,
      body: error('Too many images in request: at most 8 images are allowed.', 'invalid_request_prompt', '3051'),
      expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 8 } }),
    },
    {
      title: 'a model that takes no pictures',
      shows: ['message'],
      status: 400,
      body: error('Image input is not enabled for this model', 'invalid_request_message_image', '3051'),
      expected: fails('no-pictures'),
    },
    {
      title: 'an extra field',
      source: 'https://github.com/editor-code-assistant/eca/issues/231',
      isReverse: true,
      shows: ['status', 'message.detail.0.type'],
      status: 422,
      body: error(
        {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'content_filter'],
              msg: 'Extra inputs are not permitted',
              input: true,
            },
          ],
        },
        'invalid_request_error',
        null,
      ),
      expected: fails('request-rejected'),
    },
    {
      title: 'an extra field, as detail',
      isReverse: true,
      shows: ['status', 'detail.0.type'],
      status: 422,
      body: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'safe_policy'],
            msg: 'Extra inputs are not permitted',
            input: 'quota exceeded',
          },
        ],
      },
      expected: fails('request-rejected'),
    },
  ],
};
