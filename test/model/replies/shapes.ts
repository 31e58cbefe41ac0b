import { answers } from '../servers/cloud-server.ts';
import type { ReplyCase } from './reply-case.ts';
import { answered, empty, fails, outOfTokens, refused } from './reply-case.ts';

const said = 'I click on the button.';

/** A chat completion with one choice. */
export function chat(finish: unknown, message: Record<string, unknown> = {}, choice: Record<string, unknown> = {}) {
  const whole = answers.chat(said);
  return {
    ...whole,
    choices: [
      { index: 0, message: { role: 'assistant', content: said, ...message }, finish_reason: finish, ...choice },
    ],
  };
}

const chunk = (delta: Record<string, unknown>, finish: unknown = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1750000000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
export const chatStart = chunk({ role: 'assistant', content: 'I click' });
export const chatEnd = (finish: unknown, delta: Record<string, unknown> = {}) => chunk(delta, finish);

/** An answer of OpenAI's Responses interface. */
export function responses(more: Record<string, unknown> = {}) {
  return { ...answers.responses(said), ...more };
}

export const computerCall = {
  type: 'computer_call',
  id: 'cu',
  call_id: 'a',
  status: 'completed',
  pending_safety_checks: [],
  actions: [{ type: 'click', button: 'left', x: 1, y: 2 }],
};

export function anthropic(stop: string | null, more: Record<string, unknown> = {}) {
  return { ...answers.messages(said), stop_reason: stop, ...more };
}

export function gemini(finish: string | undefined, parts: unknown[] | null = [{ text: said }]) {
  const { candidates: _, ...rest } = answers.gemini('');
  const content = parts === null ? {} : { content: { role: 'model', parts } };
  return { ...rest, candidates: [{ ...content, finishReason: finish, index: 0 }] };
}

export const googleError = (code: number, status: string, message: string, details?: unknown[]) => ({
  error: { code, message, status, ...(details === undefined ? {} : { details }) },
});

export function converse(stopReason: string, content: unknown[] = [{ text: said }]) {
  return { ...answers.converse(''), stopReason, output: { message: { role: 'assistant', content } } };
}

/** The error of OpenAI and of those who copy it. */
export const openaiError = (message: string, type: string | null, code: string | number | null, param?: string) => ({
  error: { message, type, param: param ?? null, code },
});

export const anthropicError = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1',
});

export const page = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const html = { 'content-type': 'text/html; charset=UTF-8' };

/** Answers that no provider documents and every network can give. */
export const gatewayCases: readonly ReplyCase[] = [
  {
    title: 'a web page with 200',
    shows: ['body'],
    source: 'a proxy or a login page at the address',
    headers: html,
    body: page('Sign in'),
    expected: fails('unreadable-reply', { isRetried: false, hint: /address/ }),
  },
  {
    title: 'a web page with 502',
    shows: ['status'],
    source: 'gateways such as nginx and Cloudflare',
    status: 502,
    headers: html,
    body: page('502 Bad Gateway'),
    expected: fails('server-error'),
  },
  {
    title: 'half of the JSON',
    shows: ['body'],
    source: 'a connection that broke off',
    body: '{"id":"c","choices":[{"ind',
    expected: fails('unreadable-reply'),
  },
];

/** Streams of an interface; `whole`: the same reply without a stream. */
interface Streams {
  shows: readonly string[];
  start: readonly unknown[];
  end: readonly unknown[];
  /** The end without the reason for it; omitted: the reason is the only sign of an end. */
  endWithoutReason?: readonly unknown[];
  error: unknown;
  /** The field of `error` that decides. */
  errorShows: string;
  whole: unknown;
}

/** What can happen to the streams of every interface. */
export function streamCases({
  shows,
  start,
  end,
  endWithoutReason,
  error,
  errorShows,
  whole,
}: Streams): readonly ReplyCase[] {
  const stream = true;
  return [
    { title: 'a stream', stream, shows, events: [...start, ...end], expected: answered() },
    {
      title: 'an error event in a stream',
      stream,
      shows: [errorShows],
      events: [...start, error],
      expected: fails('server-error'),
    },
    { title: 'a stream that broke off', stream, shows, events: start, expected: fails('unreadable-reply') },
    ...(endWithoutReason === undefined
      ? []
      : [
          {
            title: 'a stream that ends without a reason',
            stream,
            shows,
            events: [...start, ...endWithoutReason],
            expected: answered('unknown'),
          },
        ]),
    {
      title: 'a whole reply instead of a stream',
      stream,
      shows: ['body'],
      body: whole,
      expected: fails('unreadable-reply', { isRetried: false, hint: /--stream/ }),
    },
    streamNotRequested([...start, ...end]),
  ];
}

/** A stream although a whole reply was requested, as some gateways send it. */
export const streamNotRequested = (events: readonly unknown[]): ReplyCase => ({
  title: 'a stream instead of a whole reply',
  shows: ['headers.content-type'],
  headers: { 'content-type': 'text/event-stream' },
  events,
  expected: fails('unreadable-reply', { isRetried: false, hint: /--stream/ }),
});

/** What every chat-completions interface can answer. */
export function chatCases(source: string): readonly ReplyCase[] {
  return [
    {
      title: 'text that ended by itself',
      shows: ['choices.0.finish_reason'],
      body: chat('stop'),
      expected: answered(),
    },
    {
      title: 'text that was cut off',
      shows: ['choices.0.finish_reason'],
      body: chat('length'),
      expected: answered('cut-off'),
    },
    {
      title: 'text without a finish reason',
      shows: ['choices.0.finish_reason'],
      body: chat(null),
      expected: answered('unknown'),
    },
    {
      title: 'the limit spent before any text',
      shows: ['choices.0.finish_reason', 'choices.0.message.content'],
      body: chat('length', { content: '', reasoning_content: 'First, the menu.' }),
      expected: outOfTokens,
    },
    {
      title: 'the limit spent on thoughts, content null',
      shows: ['choices.0.finish_reason', 'choices.0.message.content'],
      body: chat('length', { content: null }),
      expected: outOfTokens,
    },
    { title: 'no text', shows: ['choices.0.message.content'], body: chat('stop', { content: '' }), expected: empty },
    { title: 'no choices', shows: ['choices'], body: { ...chat('stop'), choices: [] }, expected: empty },
    {
      title: 'text that the filter cut off',
      shows: ['choices.0.finish_reason'],
      body: chat('content_filter', { content: '' }),
      expected: refused('provider'),
    },
    {
      title: 'a refusal in its own field',
      shows: ['choices.0.message.refusal'],
      body: chat('stop', { content: null, refusal: 'I won’t do that.' }),
      expected: refused('model'),
    },
    ...streamCases({
      shows: ['choices.0.finish_reason'],
      start: [chatStart],
      end: [chatEnd('stop'), '[DONE]'],
      endWithoutReason: ['[DONE]'],
      error: openaiError('An internal fault.', 'server_error', null),
      errorShows: 'error.type',
      whole: chat('stop'),
    }),
    {
      title: 'a stream that spends the limit on thoughts',
      stream: true,
      shows: ['choices.0.finish_reason'],
      events: [chatEnd(null, { role: 'assistant', content: '' }), chatEnd('length'), '[DONE]'],
      expected: outOfTokens,
    },
    {
      title: 'a stream that the filter cut off',
      stream: true,
      shows: ['choices.0.finish_reason'],
      events: [chatStart, chatEnd('content_filter'), '[DONE]'],
      expected: refused('provider'),
    },
    {
      title: 'a failure',
      shows: ['status'],
      status: 500,
      body: openaiError('An internal fault.', 'server_error', null),
      expected: fails('server-error'),
    },
    {
      title: 'a failure without JSON',
      shows: ['status'],
      status: 500,
      headers: { 'content-type': 'text/plain' },
      body: 'Internal Server Error',
      expected: fails('server-error'),
    },
    {
      title: 'too much load',
      shows: ['status'],
      status: 503,
      body: openaiError('Busy at the moment.', null, null),
      expected: fails(['overloaded', 'server-error']),
    },
    {
      title: 'too much load, without JSON',
      shows: ['status'],
      status: 503,
      headers: { 'content-type': 'text/plain' },
      body: 'upstream connect error',
      expected: fails(['overloaded', 'server-error']),
    },
    {
      title: 'the rate, without JSON',
      shows: ['status'],
      status: 429,
      headers: { 'content-type': 'text/plain' },
      body: 'Too Many Requests',
      expected: fails('rate-limited'),
    },
    {
      title: 'a limit on the rate inside a 200',
      shows: ['error.code'],
      body: { error: { code: 429, message: 'Slower, please.' } },
      expected: fails('rate-limited'),
    },
    {
      title: 'a bad parameter inside a 200',
      shows: ['error.code'],
      body: { error: { code: 400, message: 'The parameter top_k is unknown.' } },
      expected: fails('request-rejected'),
    },
    {
      title: 'an answer about policies and filters',
      isReverse: true,
      shows: ['choices.0.finish_reason'],
      body: chat('stop', {
        content:
          'The page says: error 403, content policy violation, blocked by the content filter, insufficient_quota.',
      }),
      expected: answered(),
    },
    {
      title: 'a parameter whose name has “filter” and “policy”',
      isReverse: true,
      shows: ['status', 'error.message'],
      status: 400,
      body: openaiError(
        'Unknown parameter: filter_policy. The request was rejected.',
        'invalid_request_error',
        null,
        'filter_policy',
      ),
      expected: fails('request-rejected'),
    },
    {
      title: 'a text of the user’s in a validation error',
      isReverse: true,
      shows: ['status', 'error.message'],
      status: 400,
      body: openaiError(
        "messages.2.content: expected a list, got 'your prompt was flagged by our content filter; add credits, quota exceeded'",
        'invalid_request_error',
        null,
        'messages.2.content',
      ),
      expected: fails('request-rejected'),
    },
    {
      title: 'a model name that has “policy” and “quota”',
      isReverse: true,
      shows: ['status'],
      status: 404,
      body: openaiError(
        'The model content-policy-filter-quota-8b does not exist.',
        'invalid_request_error',
        'model_not_found',
      ),
      expected: fails('no-such-model'),
    },
    ...gatewayCases,
  ].map((entry) => ({ source, ...entry }) as ReplyCase);
}

const event = (type: string, more: Record<string, unknown>) => [type, { type, sequence_number: 0, ...more }];
const begun = { ...responses({ status: 'in_progress', output: [] }), usage: null };
const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const responsesStart = [
  event('response.created', { response: begun }),
  event('response.output_item.added', { output_index: 0, item }),
  event('response.content_part.added', {
    ...at,
    part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
  }),
  event('response.output_text.delta', { ...at, delta: said, logprobs: [] }),
];
const responsesEnd = [event('response.completed', { response: responses() })];
const responsesEvents = [...responsesStart, ...responsesEnd];
const responsesStreams = streamCases({
  shows: ['response.status'],
  start: responsesStart,
  end: responsesEnd,
  error: event('response.failed', {
    response: { ...begun, status: 'failed', error: { code: 'server_error', message: 'An internal fault.' } },
  }),
  errorShows: 'response.error.code',
  whole: responses(),
});

/** What every interface of OpenAI's Responses can answer; `tool`: asked with a computer tool. */
export function responsesCases(source: string, tool?: true | string): readonly ReplyCase[] {
  const output = tool === undefined ? responses().output : [computerCall];
  const given = { output };
  const failed = (code: string, message: string) =>
    responses({ status: 'failed', output: [], error: { code, message }, incomplete_details: null });
  const suffix = tool === undefined ? '' : `, with ${tool === true ? 'the computer tool' : tool}`;
  const cases: ReplyCase[] = [
    { title: 'a complete response', shows: ['status'], body: responses(given), expected: answered() },
    {
      title: 'a response cut off',
      shows: ['status', 'incomplete_details.reason'],
      body: responses({ ...given, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      expected: answered('cut-off'),
    },
    {
      title: 'the limit spent before any output',
      shows: ['status', 'incomplete_details.reason'],
      body: responses({ output: [], status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      expected: outOfTokens,
    },
    {
      title: 'output that the filter cut off',
      shows: ['status', 'incomplete_details.reason'],
      body: responses({ output: [], status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
      expected: refused('provider'),
    },
    {
      title: 'a part with a refusal',
      shows: ['output.0.content.0.type'],
      body: responses({
        output: [
          {
            type: 'message',
            id: 'm',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'refusal', refusal: 'I won’t do that.' }],
          },
        ],
      }),
      expected: refused('model'),
    },
    { title: 'a response without output', shows: ['output'], body: responses({ output: [] }), expected: empty },
    {
      title: 'a failed response for the prompt’s content',
      shows: ['status', 'error.code'],
      body: failed('invalid_prompt', 'Stopped under the usage policy.'),
      expected: refused('provider', 'invalid_prompt'),
    },
    {
      title: 'a failed response of a server error',
      shows: ['status', 'error.code'],
      body: failed('server_error', 'An internal fault.'),
      expected: fails('server-error'),
    },
    {
      title: 'a failed response for the rate',
      shows: ['status', 'error.code'],
      body: failed('rate_limit_exceeded', 'Slower, please.'),
      expected: fails('rate-limited'),
    },
    {
      title: 'a failed response for a lack of credit',
      shows: ['status', 'error.code'],
      body: failed('insufficient_quota', 'See plan and billing.'),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'a failure',
      shows: ['status'],
      status: 500,
      body: openaiError('An internal fault.', 'server_error', 'server_error'),
      expected: fails('server-error'),
    },
    ...(tool === undefined ? responsesStreams : [streamNotRequested(responsesEvents)]),
    ...gatewayCases,
  ];
  return cases.map((entry) => ({
    source,
    ...entry,
    title: entry.title + suffix,
    ...(tool === undefined ? {} : { tool }),
  }));
}
