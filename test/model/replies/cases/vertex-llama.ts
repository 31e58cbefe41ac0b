import { fails, type ProviderReplies, type ReplyCase } from '../reply-case.ts';
import { chatCases, googleError } from '../shapes.ts';
import { vertexErrors } from './vertex.ts';

const source = 'https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/llama/use-llama';

/** Google's errors as its interface of OpenAI's form sends them: in an array. */
const inArray = (entry: ReplyCase): ReplyCase => ({
  ...entry,
  title: `${entry.title}, in an array`,
  body: [entry.body],
});
const more: readonly ReplyCase[] = [
  {
    title: 'more pictures than a Llama model takes',
    source: 'https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/llama',
    shows: ['error.message'],
    status: 400,
    body: [googleError(400, 'INVALID_ARGUMENT', 'At most 1 image may be provided in one request.')],
    expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 1 } }),
  },
  {
    title: 'too much context, in the server’s words',
    shows: ['error.message'],
    status: 400,
    body: [
      googleError(
        400,
        'INVALID_ARGUMENT',
        "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens.",
      ),
    ],
    expected: fails('context-overflow'),
  },
  {
    title: 'a model that takes no pictures',
    shows: ['error.message'],
    status: 400,
    body: [googleError(400, 'INVALID_ARGUMENT', 'The model does not support image input.')],
    expected: fails('no-pictures'),
  },
  {
    title: 'an error of Google’s in a stream',
    stream: true,
    shows: ['error.status'],
    events: [googleError(503, 'UNAVAILABLE', 'The service is currently unavailable.')],
    expected: fails('overloaded'),
  },
];

/** Llama and others of the Model Garden: chat completions of OpenAI's form, with Google's errors. */
export const vertexLlama: ProviderReplies = {
  provider: 'vertex-llama',
  model: 'vertex:meta/llama-4-maverick-17b-128e-instruct-maas',
  environment: { GOOGLE_VERTEX_PROJECT: 'p', GOOGLE_VERTEX_LOCATION: 'us-east5' },
  hasGoogleCredentials: true,
  source,
  never: { 'malformed-call': 'text agents send no tools' },
  cases: [...chatCases(source), ...vertexErrors.map(inArray), ...more],
};
