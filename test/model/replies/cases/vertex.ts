import { fails, type ProviderReplies, type ReplyCase, refused } from '../reply-case.ts';
import { gatewayCases, googleError } from '../shapes.ts';
import { geminiCases, geminiStreams, googleErrors } from './google.ts';

const source = 'https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/api-errors';
const info = (reason: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }];

/** Errors of Vertex itself, whoever made the model. */
export const vertexErrors: readonly ReplyCase[] = [
  ...googleErrors,
  {
    title: 'a shared limit',
    shows: ['error.status'],
    status: 429,
    body: googleError(429, 'RESOURCE_EXHAUSTED', 'Resource exhausted. Please try again later.'),
    expected: fails('rate-limited'),
  },
  {
    title: 'no billing',
    shows: ['error.details.0.reason'],
    status: 403,
    body: googleError(403, 'PERMISSION_DENIED', 'This API needs a project with billing.', info('BILLING_DISABLED')),
    expected: fails(['quota-exhausted', 'not-allowed']),
  },
  {
    title: 'an interface that is switched off',
    isReverse: true,
    shows: ['error.details.0.reason'],
    status: 403,
    body: googleError(
      403,
      'PERMISSION_DENIED',
      'Vertex AI API has not been used in project 1 before or it is disabled.',
      info('SERVICE_DISABLED'),
    ),
    expected: fails('not-allowed'),
  },
  {
    title: 'no credentials',
    shows: ['error.status'],
    status: 401,
    body: googleError(401, 'UNAUTHENTICATED', 'Expected an OAuth 2 access token.'),
    expected: fails('not-allowed'),
  },
];

export const vertex: ProviderReplies = {
  provider: 'vertex',
  model: 'vertex:gemini-3.5-flash',
  environment: { GOOGLE_VERTEX_API_KEY: 'very-secret-0123' },
  source,
  never: {},
  cases: [
    ...geminiCases(),
    ...geminiStreams,
    ...vertexErrors,
    {
      title: 'a prompt of a blocked kind',
      shows: ['promptFeedback.blockReason'],
      body: {
        promptFeedback: { blockReason: 'MODEL_ARMOR' },
        usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
      },
      expected: refused('provider', 'MODEL_ARMOR'),
    },
    {
      title: 'too many pictures',
      shows: ['error.message'],
      status: 400,
      body: googleError(400, 'INVALID_ARGUMENT', 'The maximum number of images is 16.'),
      expected: fails('pictures-too-large', { limit: { of: 'number', maximum: 16 } }),
    },
    {
      title: 'a model that takes no pictures',
      shows: ['error.message'],
      status: 400,
      body: googleError(400, 'INVALID_ARGUMENT', 'The model does not support image input.'),
      expected: fails('no-pictures'),
    },
    ...gatewayCases,
  ],
};
