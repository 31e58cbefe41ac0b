import { type Dialect, events, usage } from './dialect.ts';

const usageMetadata = {
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  totalTokenCount: usage.input + usage.output,
};
const candidate = (text: string | null, finish?: string) => ({
  ...(text === null ? {} : { content: { role: 'model', parts: [{ text }] } }),
  ...(finish === undefined ? {} : { finishReason: finish }),
  index: 0,
});
const error = (code: number, status: string, message: string) => ({
  status: code,
  body: { error: { code, message, status } },
});

/** Google's generateContent. */
export const googleDialect: Dialect = {
  name: 'google',
  knows: (path) => /\/models\/[^/]+:(?:streamG|g)enerateContent$/.test(path),
  isStream: (path) => path.includes(':streamGenerateContent'),
  reply: (text, model) => ({
    status: 200,
    body: { candidates: [candidate(text, 'STOP')], usageMetadata, modelVersion: model },
  }),
  stream: (text, model) =>
    events([
      ...[...text].map((unit) => ({ candidates: [candidate(unit)], modelVersion: model })),
      { candidates: [candidate('', 'STOP')], usageMetadata, modelVersion: model },
    ]),
  empty: (model) => ({
    status: 200,
    body: { candidates: [candidate(null, 'STOP')], usageMetadata, modelVersion: model },
  }),
  refusal: () => ({ status: 200, body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata } }),
  refusalStream: () => events([{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata }]),
  overflow: () =>
    error(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  rateLimited: () => error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
  failed: () => error(500, 'INTERNAL', 'An internal error has occurred.'),
  unauthorised: () => error(403, 'PERMISSION_DENIED', 'API key not valid.'),
};
