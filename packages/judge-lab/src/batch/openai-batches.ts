import { openAsBlob } from 'node:fs';
import type { Asker } from 'osharm/judging';
import { z } from 'zod';
import { askAgain, askOnce, type BatchHttp, jsonLines } from './batch-http.ts';
import type { BatchAnswer, BatchService } from './batch-service.ts';

const batchSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  errors: z.looseObject({ data: z.array(z.looseObject({ message: z.string().nullish() })).nullish() }).nullish(),
  request_counts: z.looseObject({ total: z.number(), completed: z.number(), failed: z.number() }).nullish(),
});
const listSchema = z.looseObject({ data: z.array(batchSchema), has_more: z.boolean().optional() });
const fileSchema = z.looseObject({ id: z.string() });
const lineSchema = z.looseObject({
  custom_id: z.string(),
  response: z.looseObject({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.looseObject({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
const ended = ['failed', 'completed', 'expired', 'cancelled'];

/** OpenAI's Batch API: an uploaded file of requests, and files of results. */
export function openaiBatches(asker: Asker, signal?: AbortSignal | undefined): BatchService {
  const http: BatchHttp = {
    port: asker.port,
    baseUrl: asker.address.baseUrl,
    headers: asker.dialect.headers(asker.key),
    signal,
  };
  const batch = async (id: string) =>
    batchSchema.parse(await (await askAgain(http, `/batches/${encodeURIComponent(id)}`)).json());
  return {
    priceShare: 0.5,
    requestsAtMost: 50_000,
    bytesAtMost: 190_000_000,
    separator: '\n',
    line: (customId, body) =>
      `{"custom_id":${JSON.stringify(customId)},"method":"POST","url":"/v1/chat/completions","body":${body}}`,
    async create(file, key) {
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', await openAsBlob(file, { type: 'application/jsonl' }), `${key}.jsonl`);
      // Retries are safe, because a duplicate upload costs nothing.
      const input = fileSchema.parse(await (await askAgain(http, '/files', { method: 'POST', body: form })).json());
      const answer = await askOnce(http, '/batches', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          input_file_id: input.id,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
          metadata: { osharm_key: key },
        }),
      });
      return batchSchema.parse(await answer.json()).id;
    },
    async find({ key }) {
      for (let after = '', more = true; more; ) {
        const { data, has_more } = listSchema.parse(await (await askAgain(http, `/batches?limit=100${after}`)).json());
        const existingBatch = data.find(({ metadata }) => metadata?.osharm_key === key);
        if (existingBatch !== undefined) return existingBatch.id;
        more = has_more === true && data.length > 0;
        after = `&after=${encodeURIComponent(data.at(-1)?.id ?? '')}`;
      }
      return null;
    },
    async state(id) {
      const { status, request_counts: counts, errors } = await batch(id);
      const messages = (errors?.data ?? []).map(({ message }) => message ?? '').join('; ');
      return {
        status,
        isEnded: ended.includes(status),
        total: counts?.total ?? 0,
        done: (counts?.completed ?? 0) + (counts?.failed ?? 0),
        failure: status === 'failed' ? messages || 'The provider rejected the batch.' : null,
      };
    },
    async *results(id) {
      const { output_file_id: output, error_file_id: errors } = await batch(id);
      for (const file of [output, errors])
        if (file != null)
          for await (const line of jsonLines(await askAgain(http, `/files/${encodeURIComponent(file)}/content`)))
            yield answerOf(lineSchema.parse(line));
    },
  };
}

function answerOf({ custom_id: customId, response, error }: z.infer<typeof lineSchema>): BatchAnswer {
  if (response?.status_code === 200) return { customId, kind: 'answer', body: response.body };
  const code = error?.code ?? '';
  const body = response?.body as { error?: { message?: unknown } } | undefined;
  const reason = error?.message ?? body?.error?.message ?? `HTTP ${response?.status_code ?? '?'}`;
  return { customId, kind: code === 'batch_expired' ? 'expired' : 'failed', reason: String(reason).slice(0, 300) };
}
