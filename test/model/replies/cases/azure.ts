import { answered, fails, type ProviderReplies, refused } from '../reply-case.ts';
import { chat, chatCases, openaiError, responsesCases } from '../shapes.ts';

const source = 'https://learn.microsoft.com/en-us/azure/ai-services/openai/concepts/content-filter';
const errors = 'https://www.developersdigest.tech/errors/api/azure-openai';
const quiet = {
  hate: { filtered: false, severity: 'safe' },
  violence: { filtered: false, severity: 'low' },
  jailbreak: { filtered: false, detected: false },
};
const filtered = (results: Record<string, unknown>) => ({
  error: {
    message: 'The response was filtered.',
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: { ...quiet, ...results } },
  },
});

export const azure: ProviderReplies = {
  provider: 'azure',
  model: 'azure:deployment',
  environment: { AZURE_API_KEY: 'sk-very-secret-0123', AZURE_RESOURCE_NAME: 'ours' },
  source: errors,
  never: {
    'malformed-call': 'calls are constrained to the tool’s schema',
  },
  cases: [
    ...chatCases(source),
    ...responsesCases('https://learn.microsoft.com/en-us/azure/ai-services/openai/how-to/responses', true),
    {
      title: 'a filtered prompt',
      source,
      shows: ['error.code', 'error.innererror.code'],
      status: 400,
      body: filtered({ violence: { filtered: true, severity: 'high' } }),
      expected: refused('provider', 'violence'),
    },
    {
      title: 'a prompt taken for a jailbreak',
      source,
      shows: ['error.code', 'error.innererror.content_filter_result.jailbreak.filtered'],
      status: 400,
      body: filtered({ jailbreak: { filtered: true, detected: true } }),
      expected: refused('provider', 'jailbreak'),
    },
    {
      title: 'a filtered prompt, with the computer tool',
      source,
      tool: true,
      shows: ['error.code'],
      status: 400,
      body: filtered({ self_harm: { filtered: true, severity: 'medium' } }),
      expected: refused('provider', 'self_harm'),
    },
    {
      title: 'a filtered completion with its category',
      source,
      shows: ['choices.0.finish_reason', 'choices.0.content_filter_results.violence.filtered'],
      body: chat(
        'content_filter',
        { content: '' },
        { content_filter_results: { ...quiet, violence: { filtered: true, severity: 'high' } } },
      ),
      expected: refused('provider', 'violence'),
    },
    {
      title: 'results of a filter that let it pass',
      source,
      isReverse: true,
      shows: ['choices.0.finish_reason'],
      body: {
        ...chat('stop', {}, { content_filter_results: quiet }),
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: quiet }],
      },
      expected: answered(),
    },
    {
      title: 'a filter that only annotates',
      source: 'https://learn.microsoft.com/en-us/azure/ai-services/openai/concepts/content-filter-annotations',
      isReverse: true,
      shows: ['choices.0.finish_reason'],
      body: {
        ...chat('stop', {}, { content_filter_results: { jailbreak: { filtered: false, detected: true } } }),
        prompt_filter_results: [
          { prompt_index: 0, content_filter_results: { jailbreak: { filtered: false, detected: true } } },
        ],
      },
      expected: answered(),
    },
    {
      title: 'a filter that did not run',
      source: errors,
      isReverse: true,
      shows: ['choices.0.content_filter_results.error.code'],
      body: chat(
        'stop',
        {},
        {
          content_filter_results: { error: { code: 'content_filter_error', message: 'The contents are not filtered' } },
        },
      ),
      expected: answered(),
    },
    {
      title: 'a wrong key',
      shows: ['error.code'],
      status: 401,
      body: { error: { code: '401', message: 'Access denied: the key is wrong, or the endpoint is.' } },
      expected: fails('not-allowed'),
    },
    {
      title: 'a firewall',
      isReverse: true,
      shows: ['error.code'],
      status: 403,
      body: { error: { code: '403', message: 'Traffic is not from an approved network.' } },
      expected: fails('not-allowed'),
    },
    {
      title: 'a resource that is blocked for its content',
      isReverse: true,
      shows: ['status'],
      status: 403,
      body: {
        error: {
          code: '403',
          message:
            'Your resource has been temporarily blocked: we detected behavior that may violate our content policy.',
        },
      },
      expected: fails('not-allowed'),
    },
    {
      title: 'an unknown deployment',
      shows: ['error.code'],
      status: 404,
      body: { error: { code: 'DeploymentNotFound', message: 'The deployment does not exist.' } },
      expected: fails('no-such-model'),
    },
    {
      title: 'a limit on the rate that mentions the pricing tier',
      isReverse: true,
      shows: ['error.code'],
      status: 429,
      body: {
        error: {
          code: 'RateLimitReached',
          message: 'Over the token rate limit of the current pricing tier. To increase the quota, see billing.',
        },
      },
      expected: fails('rate-limited'),
    },
    {
      title: 'a limit on the rate, code 429',
      shows: ['error.code'],
      status: 429,
      body: { error: { code: '429', message: 'Over the call rate limit of your tier.' } },
      expected: fails('rate-limited'),
    },
    {
      title: 'too much context',
      shows: ['error.code'],
      status: 400,
      body: openaiError(
        'The model’s context is 128000 tokens.',
        'invalid_request_error',
        'context_length_exceeded',
        'messages',
      ),
      expected: fails('context-overflow'),
    },
    {
      title: 'too many pictures',
      shows: ['error.message'],
      status: 400,
      body: openaiError('Too many images in request. Max is 10.', 'invalid_request_error', null),
      expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 10 } }),
    },
    {
      title: 'a computer tool that the deployment does not have',
      tool: true,
      shows: ['error.param'],
      status: 400,
      body: openaiError(
        "Tool 'computer' is not supported with this model.",
        'invalid_request_error',
        'unsupported_value',
        'tools',
      ),
      expected: fails('tool-rejected'),
    },
    {
      title: 'a busy service',
      shows: ['error.code'],
      status: 503,
      body: { error: { code: 'ServiceUnavailable', message: 'Try again later.' } },
      expected: fails('overloaded'),
    },
    {
      title: 'a failure of the service',
      shows: ['error.code'],
      status: 500,
      body: { error: { code: 'InternalServerError', message: 'It failed.' } },
      expected: fails('server-error'),
    },
    {
      title: 'a time-out of the service',
      shows: ['error.code'],
      status: 408,
      body: { error: { code: 'Timeout', message: 'The operation was timeout.' } },
      expected: fails(['server-error', 'timeout', 'overloaded']),
    },
  ],
};
