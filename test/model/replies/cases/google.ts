import { answers } from '../../servers/cloud-server.ts';
import {
  answered,
  empty,
  fails,
  malformedCall,
  outOfTokens,
  type ProviderReplies,
  type ReplyCase,
  refused,
} from '../reply-case.ts';
import { gatewayCases, gemini, googleError, streamCases, streamNotRequested } from '../shapes.ts';

const source = 'https://ai.google.dev/gemini-api/docs/troubleshooting';
const finish = 'https://ai.google.dev/api/generate-content#FinishReason';
const violation = (quotaId: string) => [
  { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.002s' },
];
const info = (reason: string) => [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
];
const { candidates: _, ...withoutCandidates } = answers.gemini('');
const blocked = (blockReason: string) => ({ ...withoutCandidates, promptFeedback: { blockReason } });

/** What generateContent answers, at Google's API and at Vertex. */
export function geminiCases(tool?: true): readonly ReplyCase[] {
  const parts = tool === undefined ? undefined : [{ functionCall: { name: 'click', args: { x: 1, y: 2 } } }];
  const cases: ReplyCase[] = [
    {
      title: 'a complete candidate',
      shows: ['candidates.0.finishReason'],
      body: gemini('STOP', parts),
      expected: answered(),
    },
    {
      title: 'a candidate cut off',
      shows: ['candidates.0.finishReason'],
      body: gemini('MAX_TOKENS'),
      expected: answered('cut-off'),
    },
    {
      title: 'a candidate without a finish reason',
      shows: ['candidates.0.finishReason'],
      body: gemini(undefined),
      expected: answered('unknown'),
    },
    {
      title: 'an unspecified finish reason',
      shows: ['candidates.0.finishReason'],
      body: gemini('FINISH_REASON_UNSPECIFIED'),
      expected: answered('unknown'),
    },
    {
      title: 'the limit spent on thoughts',
      shows: ['candidates.0.finishReason'],
      body: gemini('MAX_TOKENS', null),
      expected: outOfTokens,
    },
    ...['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'RECITATION'].map((reason) => ({
      title: `a candidate stopped for ${reason}`,
      shows: ['candidates.0.finishReason'],
      body: gemini(reason, null),
      expected: refused('provider', reason),
    })),
    ...['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'OTHER'].map((reason) => ({
      title: `a prompt blocked for ${reason}`,
      shows: ['promptFeedback.blockReason'],
      body: blocked(reason),
      expected: refused('provider', reason),
    })),
    ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'].map((reason) => ({
      title: `a call that can’t be parsed, ${reason}`,
      shows: ['candidates.0.finishReason'],
      body: gemini(reason, null),
      expected: malformedCall,
    })),
    ...['OTHER', 'LANGUAGE', 'STOP'].map((reason) => ({
      title: `a candidate without parts, ${reason}`,
      shows: ['candidates.0.finishReason'],
      body: gemini(reason, null),
      expected: empty,
    })),
    { title: 'no candidates', shows: ['candidates'], body: withoutCandidates, expected: empty },
    {
      title: 'safety ratings that blocked nothing',
      isReverse: true,
      shows: ['candidates.0.finishReason'],
      body: {
        ...gemini('STOP', parts),
        promptFeedback: {
          safetyRatings: [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'MEDIUM', blocked: false }],
        },
      },
      expected: answered(),
    },
  ];
  const suffix = tool === undefined ? '' : ', with the computer tool';
  return cases.map((entry) => ({
    source: finish,
    ...entry,
    title: entry.title + suffix,
    ...(tool === undefined ? {} : { tool }),
  }));
}

const whole = [gemini(undefined), gemini('STOP', [])];
/** Streams of generateContent, at Google's API and at Vertex. */
export const geminiStreams: readonly ReplyCase[] = [
  ...streamCases({
    shows: ['candidates.0.finishReason'],
    start: [gemini(undefined)],
    end: [gemini('STOP', [])],
    error: googleError(500, 'INTERNAL', 'It failed.'),
    errorShows: 'error.status',
    whole: gemini('STOP'),
  }).map((entry) => ({ source: finish, ...entry })),
  {
    title: 'a stream stopped for SAFETY',
    stream: true,
    source: finish,
    shows: ['candidates.0.finishReason'],
    events: [gemini(undefined), gemini('SAFETY', null)],
    expected: refused('provider', 'SAFETY'),
  },
  {
    title: 'overload in a stream',
    stream: true,
    shows: ['error.status'],
    events: [gemini(undefined), googleError(503, 'UNAVAILABLE', 'The model is overloaded.')],
    expected: fails('overloaded'),
  },
  {
    title: 'a blocked prompt in a stream',
    stream: true,
    source: finish,
    shows: ['promptFeedback.blockReason'],
    events: [blocked('PROHIBITED_CONTENT')],
    expected: refused('provider', 'PROHIBITED_CONTENT'),
  },
];

/** Errors in Google's common form. */
export const googleErrors: readonly ReplyCase[] = [
  {
    title: 'a limit of requests a minute that mentions billing',
    isReverse: true,
    shows: ['error.status', 'error.details'],
    status: 429,
    body: googleError(
      429,
      'RESOURCE_EXHAUSTED',
      'Over the current quota: check your plan and billing details.',
      violation('GenerateRequestsPerMinutePerProjectPerModel'),
    ),
    expected: fails('rate-limited'),
  },
  {
    title: 'a limit without details',
    shows: ['error.status'],
    status: 429,
    body: googleError(429, 'RESOURCE_EXHAUSTED', 'The resource is exhausted (e.g. check quota).'),
    expected: fails('rate-limited'),
  },
  {
    title: 'an overloaded model',
    shows: ['error.status'],
    status: 503,
    body: googleError(503, 'UNAVAILABLE', 'The model is overloaded.'),
    expected: fails('overloaded'),
  },
  {
    title: 'an internal failure',
    shows: ['error.status'],
    status: 500,
    body: googleError(500, 'INTERNAL', 'It failed.'),
    expected: fails('server-error'),
  },
  {
    title: 'a deadline of the service',
    shows: ['error.status'],
    status: 504,
    body: googleError(504, 'DEADLINE_EXCEEDED', 'Not in time.'),
    expected: fails(['server-error', 'timeout', 'overloaded']),
  },
  {
    title: 'no permission',
    isReverse: true,
    shows: ['error.status'],
    status: 403,
    body: googleError(403, 'PERMISSION_DENIED', 'The caller does not have permission.'),
    expected: fails('not-allowed'),
  },
  {
    title: 'a project that was suspended for a violation of the terms',
    isReverse: true,
    shows: ['error.status', 'error.details.0.reason'],
    status: 403,
    body: googleError(
      403,
      'PERMISSION_DENIED',
      'The consumer has been suspended for a violation of the policy on prohibited content.',
      info('CONSUMER_SUSPENDED'),
    ),
    expected: fails('not-allowed'),
  },
  {
    title: 'an unknown model',
    shows: ['error.status'],
    status: 404,
    body: googleError(404, 'NOT_FOUND', 'models/gemini-9 is not found for API version v1beta.'),
    expected: fails('no-such-model'),
  },
  {
    title: 'too much context',
    shows: ['error.message'],
    status: 400,
    body: googleError(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    expected: fails('context-overflow'),
  },
  {
    title: 'a request of too many bytes',
    shows: ['error.message'],
    status: 400,
    body: googleError(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'),
    expected: fails(['pictures-too-large', 'context-overflow']),
  },
  {
    title: 'a safety setting that is not valid',
    isReverse: true,
    shows: ['error.status'],
    status: 400,
    body: googleError(
      400,
      'INVALID_ARGUMENT',
      'Invalid value at safety_settings[0].category: HARM_CATEGORY_PROHIBITED is blocked',
    ),
    expected: fails('request-rejected'),
  },
  {
    title: 'a wrong argument',
    shows: ['error.status'],
    status: 400,
    body: googleError(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received. Unknown name "topZ".'),
    expected: fails('request-rejected'),
  },
];

export const google: ProviderReplies = {
  provider: 'google',
  model: 'google:gemini-3.5-flash',
  environment: { GEMINI_API_KEY: 'very-secret-0123' },
  source,
  never: {},
  cases: [
    ...geminiCases(),
    ...geminiCases(true),
    ...googleErrors,
    ...geminiStreams,
    { ...streamNotRequested(whole), tool: true, title: 'a stream instead of a whole reply, with the computer tool' },
    {
      title: 'no prepaid credit',
      shows: ['error.message'],
      status: 429,
      body: googleError(429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted. Add credits in AI Studio.'),
      expected: fails('quota-exhausted'),
    },
    {
      title: 'a wrong key',
      shows: ['error.details.0.reason'],
      status: 400,
      body: googleError(
        400,
        'INVALID_ARGUMENT',
        'API key not valid. Please pass a valid API key.',
        info('API_KEY_INVALID'),
      ),
      expected: fails('not-allowed'),
    },
    {
      title: 'an unsupported place',
      isReverse: true,
      shows: ['error.status'],
      status: 400,
      body: googleError(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
      expected: fails('not-allowed'),
    },
    {
      title: 'a computer tool that the model does not have',
      tool: true,
      shows: ['error.message'],
      status: 400,
      body: googleError(400, 'INVALID_ARGUMENT', 'Computer Use is not enabled for models/gemini-3.5-flash'),
      expected: fails('tool-rejected'),
    },
    {
      title: 'too many pictures',
      shows: ['error.message'],
      status: 400,
      body: googleError(400, 'INVALID_ARGUMENT', 'Please use fewer than 3000 images in your request.'),
      expected: fails('pictures-too-large'),
    },
    ...gatewayCases,
  ],
};
