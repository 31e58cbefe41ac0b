import { answered, fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { anthropicError, gatewayCases, googleError } from '../shapes.ts';
import { messagesCases, messagesStreams } from './anthropic.ts';
import { vertexErrors } from './vertex.ts';

const source = 'https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude';
const relayed = 'https://github.com/OpenHands/software-agent-sdk/issues/1630';
const quota = 'https://github.com/cline/cline/issues/651';

/** An error of Anthropic that Vertex relays. */
const messagesError = (status: number, type: string, message: string) => ({
  status,
  body: { ...anthropicError(type, message), request_id: 'req_vrtx_1' },
});
const more: readonly ReplyCase[] = [
  {
    title: 'a blocked reply',
    source: relayed,
    shows: ['error.message'],
    ...messagesError(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
    expected: refused('provider'),
  },
  {
    title: 'a wrong parameter',
    source: relayed,
    shows: ['error.type'],
    ...messagesError(400, 'invalid_request_error', 'output_config: Extra inputs are not permitted'),
    expected: fails('request-rejected'),
  },
  {
    title: 'too much context',
    source: 'https://github.com/anthropics/anthropic-sdk-python/issues/1028',
    shows: ['error.message'],
    ...messagesError(413, 'invalid_request_error', 'Prompt is too long'),
    expected: fails('context-overflow'),
  },
  {
    title: 'too many pictures',
    source: relayed,
    shows: ['error.message'],
    ...messagesError(400, 'invalid_request_error', 'Too much media: 0 document pages + 101 images > 100'),
    expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 100 } }),
  },
  {
    title: 'overload',
    source: relayed,
    shows: ['error.type'],
    ...messagesError(529, 'overloaded_error', 'Overloaded'),
    expected: fails('overloaded'),
  },
  {
    title: 'a computer tool that the model does not have',
    source: relayed,
    tool: true,
    shows: ['error.message'],
    ...messagesError(400, 'invalid_request_error', "'claude-opus-4-5' does not support tool types: computer_20250124."),
    expected: fails('tool-rejected'),
  },
  {
    title: 'overload in a stream',
    stream: true,
    source,
    shows: ['error.type'],
    events: [['error', anthropicError('overloaded_error', 'Overloaded')]],
    expected: fails('overloaded'),
  },
  {
    title: 'a quota of requests a minute',
    source: quota,
    shows: ['error.status'],
    status: 429,
    body: [
      googleError(
        429,
        'RESOURCE_EXHAUSTED',
        'Quota exceeded for online_prediction_requests_per_base_model with base model: anthropic-claude. Please submit a quota increase request.',
      ),
    ],
    expected: fails('rate-limited'),
  },
  {
    title: 'a model that the project may not use',
    isReverse: true,
    source: 'https://github.com/yym68686/uni-api/issues/41',
    shows: ['error.status'],
    status: 400,
    body: [
      googleError(400, 'FAILED_PRECONDITION', 'Project p is not allowed to use Publisher Model anthropic/models/c'),
    ],
    expected: fails(['not-allowed', 'no-such-model']),
  },
  {
    title: 'an answer about filters',
    isReverse: true,
    source,
    shows: ['stop_reason'],
    body: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-5@20251101',
      content: [{ type: 'text', text: 'The page says: blocked by our content filtering policy, quota exceeded.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 5 },
    },
    expected: answered(),
  },
];

/** Claude on Vertex: Anthropic's Messages, with errors of Anthropic and of Google. */
export const vertexClaude: ProviderReplies = {
  provider: 'vertex-claude',
  model: 'vertex:claude-opus-4-5@20251101',
  environment: { GOOGLE_VERTEX_PROJECT: 'p', GOOGLE_VERTEX_LOCATION: 'global' },
  hasGoogleCredentials: true,
  source,
  never: {
    'malformed-call':
      'the input of a call is always JSON; a wrong field is a call that the agent answers with an error',
  },
  cases: [...messagesCases(), ...messagesCases(true), ...messagesStreams, ...vertexErrors, ...more, ...gatewayCases],
};
