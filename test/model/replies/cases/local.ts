import { answered, empty, fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { chat, chatCases, openaiError } from '../shapes.ts';

const vllm = 'https://github.com/vllm-project/vllm/issues/9739';
const llamacpp = 'https://github.com/ggml-org/llama.cpp/pull/15780';
const flat = (message: string, type: string, code: number) => ({ object: 'error', message, type, param: null, code });
const at = (model: string, entries: readonly Omit<ReplyCase, 'model'>[], source: string): ReplyCase[] =>
  entries.map((entry) => ({ source, ...entry, title: `${model.split(':')[0]}: ${entry.title}`, model }));

/** Servers of one's own, and gateways. */
export const local: ProviderReplies = {
  provider: 'local',
  model: 'compatible:m',
  environment: { OSHARM_BASE_URL: 'http://127.0.0.1:9/v1', OSHARM_API_KEY: 'very-secret-0123' },
  source: 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [
    ...chatCases('https://platform.openai.com/docs/api-reference/chat/object'),
    { title: 'no choices, null', shows: ['choices'], body: { id: 'c', choices: null }, expected: empty },
    {
      title: 'an error without status inside a 200',
      shows: ['error.code'],
      body: { error: { code: 'insufficient_quota', message: 'No quota.' } },
      expected: fails('quota-exhausted'),
    },
    {
      title: 'moderation inside a 200',
      shows: ['error.code', 'error.metadata.reasons'],
      body: {
        error: { code: 403, message: 'Input was flagged.', metadata: { reasons: ['violence'], flagged_input: '…' } },
      },
      expected: refused(undefined, 'violence'),
    },
    {
      title: 'a gateway’s content policy',
      source: 'https://docs.litellm.ai/docs/exception_mapping',
      shows: ['error.message'],
      status: 400,
      body: openaiError('litellm.ContentPolicyViolationError: the provider stopped this', null, '400'),
      expected: refused(),
    },
    {
      title: 'a gateway’s budget',
      source: 'https://docs.litellm.ai/docs/proxy/users',
      shows: ['error.type'],
      status: 400,
      body: openaiError('Budget has been exceeded! Current cost: 5.1, Max budget: 5.0', 'budget_exceeded', '400'),
      expected: fails('quota-exhausted'),
    },
    { title: 'an answer that is an empty body', shows: ['body'], body: '', expected: fails('unreadable-reply') },
    ...at(
      'vllm:m',
      [
        {
          title: 'too much context',
          shows: ['message'],
          status: 400,
          body: flat(
            "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
            'BadRequestError',
            400,
          ),
          expected: fails('context-overflow'),
        },
        {
          title: 'too much context, nested',
          shows: ['error.message'],
          status: 400,
          body: openaiError(
            'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
            'BadRequestError',
            400,
          ),
          expected: fails('context-overflow'),
        },
        {
          title: 'one picture at most',
          shows: ['message'],
          status: 400,
          body: flat('At most 1 image(s) may be provided in one request.', 'BadRequestError', 400),
          expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 1 } }),
        },
        {
          title: 'a model that takes no pictures',
          shows: ['error.message'],
          status: 400,
          body: openaiError('m is not a multimodal model', 'BadRequestError', 400),
          expected: fails('no-pictures'),
        },
        {
          title: 'an unknown model',
          shows: ['status'],
          status: 404,
          body: openaiError('The model `m` does not exist.', 'NotFoundError', 404),
          expected: fails('no-such-model'),
        },
        {
          title: 'a wrong key',
          shows: ['status'],
          status: 401,
          body: { error: 'Unauthorized' },
          expected: fails('not-allowed'),
        },
        {
          title: 'a request that the server ended',
          shows: ['choices.0.finish_reason'],
          body: chat('abort', { content: '' }),
          expected: fails('server-error'),
        },
        {
          title: 'a dead engine',
          shows: ['status'],
          status: 500,
          body: openaiError('EngineCore encountered an issue.', 'InternalServerError', 500),
          expected: fails('server-error'),
        },
      ],
      vllm,
    ),
    ...at(
      'sglang:m',
      [
        {
          title: 'too much context',
          shows: ['message'],
          status: 400,
          body: flat(
            'The input (9000 tokens) is longer than the model’s context length (8192 tokens).',
            'BadRequestError',
            400,
          ),
          expected: fails('context-overflow'),
        },
        {
          title: 'a request that the server ended',
          shows: ['choices.0.finish_reason'],
          body: chat('abort', { content: 'I cl' }),
          expected: fails('server-error'),
        },
        {
          title: 'text that ended with its token',
          shows: ['choices.0.finish_reason'],
          body: chat('stop', {}, { matched_stop: 151645 }),
          expected: answered(),
        },
      ],
      'https://docs.sglang.ai/basic_usage/openai_api.html',
    ),
    ...at(
      'llamacpp:m',
      [
        {
          title: 'too much context',
          shows: ['error.type'],
          status: 400,
          body: {
            error: {
              code: 400,
              message: 'The request exceeds the available context size.',
              type: 'exceed_context_size_error',
              n_prompt_tokens: 9000,
              n_ctx: 8192,
            },
          },
          expected: fails('context-overflow'),
        },
        {
          title: 'too much context with a 200',
          source: 'https://github.com/oobabooga/textgen/issues/7257',
          shows: ['error.type'],
          body: {
            error: {
              code: 400,
              message: 'The request exceeds the available context size.',
              type: 'exceed_context_size_error',
              n_prompt_tokens: 9000,
              n_ctx: 8192,
            },
          },
          expected: fails('context-overflow'),
        },
        {
          title: 'a model that is loading',
          shows: ['error.type'],
          status: 503,
          body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
          expected: fails('overloaded'),
        },
        {
          title: 'a server without pictures',
          source: 'https://github.com/ggml-org/llama.cpp/issues/13566',
          shows: ['error.message'],
          status: 500,
          body: {
            error: {
              code: 500,
              message: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
              type: 'server_error',
            },
          },
          expected: fails('no-pictures'),
        },
        {
          title: 'a wrong key',
          shows: ['error.type'],
          status: 401,
          body: { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
          expected: fails('not-allowed'),
        },
      ],
      llamacpp,
    ),
    ...at(
      'ollama:m',
      [
        {
          title: 'a model that was not pulled',
          shows: ['status'],
          status: 404,
          body: openaiError('model "m" not found, try pulling it first', 'not_found_error', null),
          expected: fails('no-such-model'),
        },
        {
          title: 'a full queue',
          shows: ['status'],
          status: 503,
          body: openaiError('server busy, please try again. maximum pending requests exceeded', 'api_error', null),
          expected: fails('overloaded'),
        },
        {
          title: 'a runner that failed',
          shows: ['status'],
          status: 500,
          body: openaiError('an error was encountered while running the model', 'api_error', null),
          expected: fails('server-error'),
        },
      ],
      'https://github.com/ollama/ollama/blob/main/docs/openai.md',
    ),
    ...at(
      'lmstudio:m',
      [
        {
          title: 'a model that takes no pictures',
          source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/362',
          shows: ['error'],
          status: 400,
          body: { error: 'Model does not support images. Please use a model that does.' },
          expected: fails('no-pictures'),
        },
        {
          title: 'too much context',
          shows: ['error'],
          status: 400,
          body: {
            error:
              'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens.',
          },
          expected: fails('context-overflow'),
        },
        {
          title: 'an unknown model',
          shows: ['error.code'],
          status: 404,
          body: openaiError('Model "m" was not found.', 'invalid_request_error', 'model_not_found', 'model'),
          expected: fails('no-such-model'),
        },
      ],
      'https://lmstudio.ai/docs/app/api/endpoints/openai',
    ),
  ],
};
