import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Batch {
  id: string;
  createdAt: number;
  metadata: Record<string, string>;
  requests: { custom_id: string; body: Record<string, unknown> }[];
}

/** What becomes of one request of a batch. */
export type Outcome = { answer: unknown } | { fails: string } | { expires: true };

export interface BatchServer {
  url: string;
  batches: Batch[];
  /** All batches have ended from now on. */
  isEnded: boolean;
  /** Requests that are not batches (captions). */
  direct: Record<string, unknown>[];
  /** What happens to the next hand-in: made and answered; made, and the connection dropped; turned away. */
  nextCreate: 'answered' | 'lost' | 'unavailable' | 'rejected';
  /** Called when a hand-in has arrived, before it is answered. */
  onCreate: () => void;
  close(): Promise<void>;
}

/** A local server that speaks the batch interfaces of OpenAI and of Anthropic (a double at the border: nobody judges here). */
export async function startBatchServer(
  outcome: (body: Record<string, unknown>, customId: string) => Outcome,
  caption: unknown = null,
): Promise<BatchServer> {
  const files = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const json = (status: number, body: unknown): unknown => answer(response, status, JSON.stringify(body));
    const wrong = (status: number, message: string): unknown => json(status, { error: { message } });
    const path = `${request.method} ${pathname}`;
    const parts = pathname.split('/');
    const create = (batch: Batch, body: unknown): unknown => {
      const { nextCreate } = self;
      self.nextCreate = 'answered';
      if (nextCreate === 'unavailable') return wrong(503, 'unavailable');
      if (nextCreate === 'rejected') return wrong(400, 'not so');
      self.batches.unshift(batch);
      self.onCreate();
      if (nextCreate === 'lost') return response.destroy();
      return json(200, body);
    };
    if (path === 'POST /v1/files') {
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
      const file = form.get('file');
      if (form.get('purpose') !== 'batch' || !(file instanceof File)) return wrong(400, 'no file');
      const id = `file-${files.size}`;
      files.set(id, await file.text());
      return json(200, { id, object: 'file', purpose: 'batch', filename: file.name });
    }
    if (path === 'POST /v1/batches') {
      const body = JSON.parse(bytes.toString());
      const lines = (files.get(body.input_file_id) ?? '').split('\n').map((line) => JSON.parse(line));
      if (
        body.endpoint !== '/v1/chat/completions' ||
        lines.some(({ method, url }) => method !== 'POST' || url !== body.endpoint)
      )
        return wrong(400, 'wrong endpoint');
      const batch: Batch = {
        id: `batch_${self.batches.length}`,
        createdAt: Date.now(),
        metadata: body.metadata,
        requests: lines,
      };
      return create(batch, openaiBatch(batch, self.isEnded));
    }
    if (path === 'GET /v1/batches')
      return json(200, {
        object: 'list',
        data: self.batches.map((item) => openaiBatch(item, self.isEnded)),
        has_more: false,
      });
    if (path === 'POST /v1/messages/batches') {
      const { requests } = JSON.parse(bytes.toString()) as {
        requests: { custom_id: string; params: Record<string, unknown> }[];
      };
      if (requests.some(({ custom_id }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(custom_id))) return wrong(400, 'custom_id');
      const batch: Batch = {
        id: `msgbatch_${self.batches.length}`,
        createdAt: Date.now(),
        metadata: {},
        requests: requests.map(({ custom_id, params }) => ({ custom_id, body: params })),
      };
      return create(batch, anthropicBatch(batch, self.isEnded));
    }
    if (path === 'GET /v1/messages/batches' && searchParams.has('limit'))
      return json(200, {
        data: self.batches.map((item) => anthropicBatch(item, self.isEnded)),
        has_more: false,
        last_id: null,
      });
    const batch = self.batches.find(
      ({ id }) => parts.includes(id) || parts.includes(`out-${id}`) || parts.includes(`err-${id}`),
    );
    if (batch !== undefined && request.method === 'GET') {
      if (pathname === `/v1/batches/${batch.id}`) return json(200, openaiBatch(batch, self.isEnded));
      if (pathname === `/v1/messages/batches/${batch.id}`) return json(200, anthropicBatch(batch, self.isEnded));
      const outcomes = batch.requests.map(({ custom_id, body }) => [custom_id, outcome(body, custom_id)] as const);
      // In another order than they were handed in.
      outcomes.reverse();
      const lines = pathname.includes('messages')
        ? outcomes.map(([id, outcomeOf]) => anthropicLine(id, outcomeOf))
        : outcomes
            .filter(([, outcomeOf]) => 'answer' in outcomeOf === pathname.includes('out-'))
            .map(([id, outcomeOf]) => openaiLine(id, outcomeOf));
      return answer(response, 200, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
    if (request.method === 'POST' && caption !== null) {
      self.direct.push(JSON.parse(bytes.toString()));
      return json(200, caption);
    }
    wrong(404, `no such path: ${path}`);
  });
  // On a busy machine, an idle connection would otherwise be closed while the next request is sent on it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: BatchServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches: [],
    isEnded: false,
    direct: [],
    nextCreate: 'answered',
    onCreate: () => {},
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}

function openaiBatch({ id, createdAt, metadata, requests }: Batch, isEnded: boolean): unknown {
  return {
    id,
    object: 'batch',
    endpoint: '/v1/chat/completions',
    status: isEnded ? 'completed' : 'in_progress',
    created_at: Math.floor(createdAt / 1000),
    metadata,
    errors: null,
    output_file_id: isEnded ? `out-${id}` : null,
    error_file_id: isEnded ? `err-${id}` : null,
    request_counts: { total: requests.length, completed: isEnded ? requests.length : 0, failed: 0 },
  };
}

function anthropicBatch({ id, createdAt, requests }: Batch, isEnded: boolean): unknown {
  const counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  return {
    id,
    type: 'message_batch',
    processing_status: isEnded ? 'ended' : 'in_progress',
    created_at: new Date(createdAt).toISOString(),
    request_counts: { ...counts, [isEnded ? 'succeeded' : 'processing']: requests.length },
    results_url: isEnded ? `/v1/messages/batches/${id}/results` : null,
  };
}

function openaiLine(custom_id: string, outcome: Outcome): unknown {
  if ('answer' in outcome)
    return { id: 'x', custom_id, response: { status_code: 200, request_id: 'r', body: outcome.answer }, error: null };
  return 'fails' in outcome
    ? {
        id: 'x',
        custom_id,
        response: { status_code: 400, request_id: 'r', body: { error: { message: outcome.fails } } },
        error: null,
      }
    : { id: 'x', custom_id, response: null, error: { code: 'batch_expired', message: 'Not done in time.' } };
}

function anthropicLine(custom_id: string, outcome: Outcome): unknown {
  if ('answer' in outcome) return { custom_id, result: { type: 'succeeded', message: outcome.answer } };
  return 'fails' in outcome
    ? {
        custom_id,
        result: {
          type: 'errored',
          error: { type: 'error', error: { type: 'invalid_request_error', message: outcome.fails } },
        },
      }
    : { custom_id, result: { type: 'expired' } };
}
