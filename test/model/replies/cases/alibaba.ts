import { fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { chatCases, openaiError } from '../shapes.ts';

const source = 'https://www.alibabacloud.com/help/en/model-studio/error-code';
const errors = (
  entries: readonly [string, number, string, string, ReplyCase['expected'], Partial<ReplyCase>?][],
): ReplyCase[] =>
  entries.map(([title, status, code, message, expected, more]) => ({
    title,
    status,
    shows: code === 'invalid_parameter_error' ? ['error.message'] : ['error.code'],
    body: { ...openaiError(message, code, code), request_id: 'r' },
    expected,
    ...more,
  }));

export const alibaba: ProviderReplies = {
  provider: 'alibaba',
  model: 'alibaba:qwen3-vl-plus',
  environment: { ALIBABA_API_KEY: 'very-secret-0123' },
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases('https://www.alibabacloud.com/help/en/model-studio/qwen-api-reference'),
    ...errors([
      [
        'data that an inspection stopped',
        400,
        'data_inspection_failed',
        'Input data may contain inappropriate content.',
        refused('provider', 'data_inspection_failed'),
      ],
      [
        'data that an inspection stopped, with the native code',
        400,
        'DataInspectionFailed',
        'Output data may contain inappropriate content.',
        refused('provider'),
      ],
      [
        'an inspection inside an algorithm’s error',
        400,
        'invalid_parameter_error',
        '<400> InternalError.Algo.DataInspectionFailed: Input text data may contain inappropriate content.',
        refused('provider'),
        { source: 'https://github.com/QwenLM/qwen-code/issues/3145' },
      ],
      [
        'an overdue account',
        400,
        'Arrearage',
        'Access denied, make sure the account is in good standing.',
        fails('quota-exhausted'),
      ],
      [
        'the end of the free tier',
        403,
        'AllocationQuota.FreeTierOnly',
        'The free tier of the model is used up.',
        fails('quota-exhausted'),
      ],
      [
        'a quota of tokens a minute',
        429,
        'insufficient_quota',
        'Allocated quota exceeded, increase your quota limit. For tokens a minute, see the docs.',
        fails('rate-limited'),
        { isReverse: true },
      ],
      ['a limit on the rate', 429, 'limit_requests', 'Over the limit of requests.', fails('rate-limited')],
      ['a burst', 429, 'limit_burst_rate', 'The request rate increased too quickly.', fails('rate-limited')],
      [
        'a limit with the native code',
        429,
        'Throttling.RateQuota',
        'Requests rate limit exceeded.',
        fails('rate-limited'),
      ],
      ['a wrong key', 401, 'invalid_api_key', 'Incorrect API key provided.', fails('not-allowed')],
      [
        'no access to the model',
        403,
        'Model.AccessDenied',
        'Model access denied.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'a model that was not bought',
        403,
        'AccessDenied.Unpurchased',
        'Access to the model is not purchased.',
        fails(['not-allowed', 'quota-exhausted']),
      ],
      [
        'an unknown model',
        404,
        'model_not_found',
        'The model does not exist or you do not have access to it.',
        fails('no-such-model'),
      ],
      [
        'too much context',
        400,
        'invalid_parameter_error',
        'Range of input length should be [1, 129024]',
        fails('context-overflow'),
      ],
      [
        'a picture of too many bytes',
        400,
        'invalid_parameter_error',
        'Exceeded limit on max bytes per data-uri item : 10485760',
        fails('pictures-too-large', { limit: { of: 'bytes', maximum: 10_485_760 } }),
      ],
      [
        'too many pictures',
        400,
        'invalid_parameter_error',
        'Too many images: the maximum number of images is 250',
        fails('pictures-too-large', { limit: { of: 'number', maximum: 250 } }),
      ],
      [
        'a model that takes no pictures',
        400,
        'invalid_parameter_error',
        'The model does not support image input.',
        fails('no-pictures'),
      ],
      [
        'a parameter of thinking',
        400,
        'invalid_parameter_error',
        'parameter.enable_thinking must be set to false for non-streaming calls',
        fails('request-rejected'),
        { isReverse: true },
      ],
      ['a busy model', 503, 'ModelServingError', 'Too many requests; try again.', fails('overloaded')],
      ['a failure', 500, 'internal_error', 'It failed.', fails('server-error')],
    ]),
  ],
};
