import { answered, empty, fails, outOfTokens, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { anthropicError, gatewayCases, anthropic as message, streamCases, streamNotRequested } from '../shapes.ts';

const source = 'https://docs.claude.com/en/api/errors';
const stops = 'https://docs.claude.com/en/api/handling-stop-reasons';
const use = { type: 'tool_use', id: 't', name: 'computer', input: { action: 'left_click', coordinate: [1, 2] } };
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 's' };
const details = (category: string | null) => ({ type: 'refusal', category, explanation: 'Blocked.' });
const start = ['message_start', { type: 'message_start', message: message(null, { content: [] }) }];
const delta = (stop: string, more: Record<string, unknown> = {}) => [
  'message_delta',
  { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null, ...more }, usage: { output_tokens: 5 } },
];
const text = [
  ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
  ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I click.' } }],
  ['content_block_stop', { type: 'content_block_stop', index: 0 }],
];
const end = ['message_stop', { type: 'message_stop' }];
const error = (type: string, words: string) => ['error', anthropicError(type, words)];

/** What Anthropic's Messages interface answers, wherever it runs. */
export function messagesCases(tool?: true): readonly ReplyCase[] {
  const content = tool === undefined ? [{ type: 'text', text: 'I click.' }] : [use];
  const cases: ReplyCase[] = [
    {
      title: 'a complete message',
      shows: ['stop_reason'],
      body: message(tool === undefined ? 'end_turn' : 'tool_use', { content }),
      expected: answered(),
    },
    {
      title: 'a message cut off',
      shows: ['stop_reason'],
      body: message('max_tokens', { content: [{ type: 'text', text: 'I cl' }] }),
      expected: answered('cut-off'),
    },
    {
      title: 'a paused turn with text',
      shows: ['stop_reason'],
      body: message('pause_turn'),
      expected: answered('unknown'),
    },
    {
      title: 'an unknown stop reason',
      shows: ['stop_reason'],
      body: message('compaction'),
      expected: answered('unknown'),
    },
    {
      title: 'a message without a stop reason',
      shows: ['stop_reason'],
      body: message(null),
      expected: answered('unknown'),
    },
    {
      title: 'a refusal with its category',
      shows: ['stop_reason', 'stop_details.category'],
      body: message('refusal', { content: [], stop_details: details('cyber') }),
      expected: refused(undefined, 'cyber'),
    },
    {
      title: 'a refusal without details',
      shows: ['stop_reason'],
      body: message('refusal', { content: [], stop_details: null }),
      expected: refused(),
    },
    {
      title: 'a refusal after some text',
      shows: ['stop_reason'],
      body: message('refusal', { stop_details: details('bio') }),
      expected: refused(undefined, 'bio'),
    },
    {
      title: 'the limit spent on thoughts',
      shows: ['stop_reason', 'content'],
      body: message('max_tokens', { content: [thinking] }),
      expected: outOfTokens,
    },
    {
      title: 'the window filled by thoughts',
      shows: ['stop_reason'],
      body: message('model_context_window_exceeded', { content: [thinking] }),
      expected: fails('context-overflow'),
    },
    { title: 'no content', shows: ['content'], body: message('end_turn', { content: [] }), expected: empty },
    {
      title: 'thoughts alone',
      shows: ['content'],
      body: message('end_turn', { content: [thinking] }),
      expected: empty,
    },
    {
      title: 'a paused turn without content',
      shows: ['stop_reason'],
      body: message('pause_turn', { content: [] }),
      expected: empty,
    },
  ];
  const suffix = tool === undefined ? '' : ', with the computer tool';
  return cases.map((entry) => ({
    source: stops,
    ...entry,
    title: entry.title + suffix,
    ...(tool === undefined ? {} : { tool }),
  }));
}

const whole = [start, ...text, delta('end_turn'), end];
/** Streams of the Messages interface, wherever it runs. */
export const messagesStreams: readonly ReplyCase[] = streamCases({
  shows: ['delta.stop_reason'],
  start: [start, ...text],
  end: [delta('end_turn'), end],
  endWithoutReason: [end],
  error: error('api_error', 'It failed.'),
  errorShows: 'error.type',
  whole: message('end_turn'),
}).map((entry) => ({ source: stops, ...entry }));

const many = (
  entries: readonly [string, number, string, string, ReplyCase['expected'], Partial<ReplyCase>?][],
): ReplyCase[] =>
  entries.map(([title, status, type, words, expected, more]) => ({
    title,
    status,
    shows: type === 'invalid_request_error' ? ['error.message'] : ['error.type'],
    body: anthropicError(type, words),
    expected,
    ...more,
  }));

export const anthropic: ProviderReplies = {
  provider: 'anthropic',
  model: 'anthropic:claude-opus-4-5',
  environment: { ANTHROPIC_API_KEY: 'sk-very-secret-0123' },
  source,
  never: {
    'malformed-call':
      'the input of a call is always JSON; a wrong field is a call that the agent answers with an error',
  },
  cases: [
    ...messagesCases(),
    ...messagesCases(true),
    ...messagesStreams,
    {
      title: 'a refusal in a stream',
      source: stops,
      stream: true,
      shows: ['delta.stop_reason', 'delta.stop_details.category'],
      events: [start, ...text, delta('refusal', { stop_details: details('cyber') }), end],
      expected: refused(undefined, 'cyber'),
    },
    {
      title: 'overload in a stream',
      stream: true,
      shows: ['error.type'],
      events: [start, error('overloaded_error', 'Overloaded')],
      expected: fails('overloaded'),
    },
    {
      title: 'a blocked reply in a stream',
      stream: true,
      shows: ['error.message'],
      events: [start, error('invalid_request_error', 'Output blocked by content filtering policy')],
      expected: refused('provider'),
    },
    { ...streamNotRequested(whole), tool: true, title: 'a stream instead of a whole reply, with the computer tool' },
    ...many([
      [
        'a blocked reply',
        400,
        'invalid_request_error',
        'Output blocked: our content filtering policy applies.',
        refused('provider', null),
      ],
      [
        'a blocked reply, with the computer tool',
        400,
        'invalid_request_error',
        'Output blocked by content filtering policy',
        refused('provider'),
        { tool: true },
      ],
      [
        'no credit',
        400,
        'invalid_request_error',
        'The credit balance is too low for this API. See Plans & Billing.',
        fails('quota-exhausted', { hint: /credit/ }),
      ],
      [
        'a spending limit of the account',
        400,
        'invalid_request_error',
        'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
        fails('quota-exhausted'),
      ],
      ['a problem with the payment', 402, 'billing_error', 'Check your payment details.', fails('quota-exhausted')],
      [
        'a limit on the rate',
        429,
        'rate_limit_error',
        'Over your organization’s rate limit of input tokens.',
        fails('rate-limited'),
      ],
      [
        'a limit on the rate that mentions billing',
        429,
        'rate_limit_error',
        'Over the rate limit; see your plan, billing and credit for a higher tier.',
        fails('rate-limited'),
        { isReverse: true },
      ],
      ['overload', 529, 'overloaded_error', 'Overloaded', fails('overloaded')],
      ['a failure', 500, 'api_error', 'It failed.', fails('server-error')],
      ['a time-out', 504, 'timeout_error', 'It took too long.', fails(['server-error', 'timeout', 'overloaded'])],
      ['a wrong key', 401, 'authentication_error', 'invalid x-api-key', fails('not-allowed')],
      [
        'no permission',
        403,
        'permission_error',
        'The key may not use this resource.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      [
        'an organization that was disabled for its use',
        400,
        'invalid_request_error',
        'This organization has been disabled.',
        fails('not-allowed'),
        { isReverse: true },
      ],
      ['an unknown model', 404, 'not_found_error', 'model: claude-opus-99', fails('no-such-model')],
      [
        'a prompt that is too long',
        400,
        'invalid_request_error',
        'prompt is too long: 215000 tokens > 200000 maximum',
        fails('context-overflow'),
      ],
      [
        'a request of too many bytes',
        413,
        'request_too_large',
        'Request exceeds the maximum size',
        fails(['pictures-too-large', 'context-overflow']),
      ],
      [
        'too many pictures',
        400,
        'invalid_request_error',
        'messages: Too many images: at most 100 images are allowed',
        fails('pictures-too-large', { limit: { of: 'number', maximum: 100 } }),
      ],
      [
        'pictures that are too large for a request of many',
        400,
        'invalid_request_error',
        'messages.40.content.0.image: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
        fails('pictures-too-large', { limit: { of: 'side', maximum: 2000 } }),
      ],
      [
        'a picture of too many bytes',
        400,
        'invalid_request_error',
        'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 7340032 bytes > 5242880 bytes',
        fails('pictures-too-large', { limit: { of: 'bytes', maximum: 5_000_000 } }),
      ],
      [
        'a computer tool that the model does not have',
        400,
        'invalid_request_error',
        "'claude-opus-4-5' does not support tool types: computer_20251124",
        fails('tool-rejected'),
        { tool: true },
      ],
      [
        'a parameter that the model does not take',
        400,
        'invalid_request_error',
        '`temperature` is deprecated for this model.',
        fails('request-rejected'),
        { isReverse: true },
      ],
      [
        'a text of the user’s in a validation error',
        400,
        'invalid_request_error',
        'messages.3.content.0: Input tag "output blocked by content filtering policy, credit balance" found does not match the expected tags',
        fails('request-rejected'),
        { isReverse: true },
      ],
      [
        'a limit on the output',
        400,
        'invalid_request_error',
        'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-opus-4-5',
        fails('request-rejected'),
        { isReverse: true },
      ],
    ]),
    {
      title: 'a request of too many bytes, refused before the API',
      shows: ['status'],
      status: 413,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
      expected: fails(['pictures-too-large', 'context-overflow']),
    },
    ...gatewayCases,
  ],
};
