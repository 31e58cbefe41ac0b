import { openAsBlob } from 'node:fs';
import type { Asker } from 'osharm/judging';
import { z } from 'zod';
import { askAgain, askOnce, type BatchHttp, jsonLines } from './batch-http.ts';
import type { BatchAnswer, BatchService } from './batch-service.ts';

const batchSchema = z.looseObject({
  id: z.string(),
  processing_status: z.string(),
  created_at: z.string(),
  request_counts: z.looseObject({
    processing: z.number(),
    succeeded: z.number(),
    errored: z.number(),
    canceled: z.number(),
    expired: z.number(),
  }),
});
const listSchema = z.looseObject({
  data: z.array(batchSchema),
  has_more: z.boolean(),
  last_id: z.string().nullish(),
});
const lineSchema = z.looseObject({
  custom_id: z.string(),
  result: z.looseObject({
    type: z.string(),
    message: z.unknown().optional(),
    error: z.looseObject({ error: z.looseObject({ message: z.string().nullish() }).nullish() }).nullish(),
  }),
});
/** Tolerates clock differences between this machine and the provider. */
const clockToleranceMs = 120_000;

/** Anthropic's Message Batches API: requests in a single body, answers as JSON Lines. */
export function anthropicBatches(asker: Asker, signal?: AbortSignal | undefined): BatchService {
  const http: BatchHttp = {
    port: asker.port,
    baseUrl: asker.address.baseUrl,
    headers: asker.dialect.headers(asker.key),
    signal,
  };
  const at = (id: string): string => `/messages/batches/${encodeURIComponent(id)}`;
  const results = async function* (id: string): AsyncGenerator<BatchAnswer> {
    for await (const line of jsonLines(await askAgain(http, `${at(id)}/results`)))
      yield answerOf(lineSchema.parse(line));
  };
  /** Only its results identify a batch. A running batch is assumed to be ours until it is collected. */
  const isOurs = async (batch: z.infer<typeof batchSchema>, key: string): Promise<boolean> => {
    if (batch.processing_status !== 'ended') return true;
    for await (const { customId } of results(batch.id)) return customId.startsWith(`${key}-`);
    return false;
  };
  return {
    priceShare: 0.5,
    requestsAtMost: 100_000,
    bytesAtMost: 240_000_000,
    separator: ',\n',
    line: (customId, body) => `{"custom_id":${JSON.stringify(customId)},"params":${body}}`,
    async create(file) {
      const body = new Blob(['{"requests":[', await openAsBlob(file), ']}']);
      const headers = { 'content-type': 'application/json' };
      const answer = await askOnce(http, '/messages/batches', { method: 'POST', headers, body });
      return batchSchema.parse(await answer.json()).id;
    },
    async find({ key, since, count, known }) {
      for (let after = '', more = true; more; ) {
        const list = listSchema.parse(await (await askAgain(http, `/messages/batches?limit=100${after}`)).json());
        for (const batch of list.data) {
          // The list is sorted from newest to oldest.
          if (Date.parse(batch.created_at) < since - clockToleranceMs) return null;
          const { processing, succeeded, errored, canceled, expired } = batch.request_counts;
          const isSame = processing + succeeded + errored + canceled + expired === count;
          if (isSame && !known.has(batch.id) && (await isOurs(batch, key))) return batch.id;
        }
        more = list.has_more && list.last_id != null;
        after = `&after_id=${encodeURIComponent(list.last_id ?? '')}`;
      }
      return null;
    },
    async state(id) {
      const { processing_status: status, request_counts: counts } = batchSchema.parse(
        await (await askAgain(http, at(id))).json(),
      );
      const done = counts.succeeded + counts.errored + counts.canceled + counts.expired;
      return { status, isEnded: status === 'ended', total: done + counts.processing, done, failure: null };
    },
    results,
  };
}

function answerOf({ custom_id: customId, result }: z.infer<typeof lineSchema>): BatchAnswer {
  if (result.type === 'succeeded') return { customId, kind: 'answer', body: result.message };
  const reason = result.error?.error?.message ?? `The request is ${result.type}.`;
  return { customId, kind: result.type === 'expired' ? 'expired' : 'failed', reason: reason.slice(0, 300) };
}
