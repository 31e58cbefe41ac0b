import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the provider would have had it: at its own address. */
interface CloudRequest {
  url: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface CloudServer {
  url: string;
  requests: CloudRequest[];
  /** What the next requests are answered with, one after another. */
  next(...answers: unknown[]): void;
  /** Drops the answers that no request took. */
  clear(): void;
  /** A `fetch` that sends everything to this server, wherever it should go. */
  fetch: typeof fetch;
  close(): Promise<void>;
}

interface Refusal {
  status: number;
  refused: unknown;
}

/** An answer as it is sent: not JSON, or with headers of its own. */
export class RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** A real HTTP server in the place of every provider. `/v1/token` is Google's token server. */
export async function startCloudServer(): Promise<CloudServer> {
  const requests: CloudRequest[] = [];
  const queue: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.url === '/v1/token') {
      reply(200, {
        access_token: 'of-the-token-server',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 3600,
      });
      return;
    }
    const { 'x-meant-for': meant, ...headers } = request.headers;
    requests.push({ url: String(meant), headers, body: JSON.parse(text || '{}') as Record<string, unknown> });
    const answer = queue.shift();
    const refusal = answer as Partial<Refusal> | undefined;
    if (answer instanceof RawAnswer) {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    } else if (answer === undefined) reply(500, { error: { message: 'nothing more is scripted' } });
    else if (refusal?.refused !== undefined) reply(refusal.status ?? 400, refusal.refused);
    else reply(200, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    next: (...answers) => queue.push(...answers),
    clear: () => queue.splice(0),
    fetch: (input, init) => {
      const meant = String(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      headers.set('x-meant-for', meant);
      return fetch(url, { ...init, headers });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const tokens = { input: 100, output: 7 };

/** What providers answer, by their references. */
export const answers = {
  chat: (text: string) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1750000000,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output, total_tokens: 107 },
  }),
  responses: (text: string) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1750000000,
    status: 'completed',
    model: 'm',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
      },
    ],
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 107,
    },
  }),
  converse: (text: string) => ({
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: tokens.input, outputTokens: tokens.output, totalTokens: 107 },
    metrics: { latencyMs: 1 },
  }),
  converseCall: (name: string, input: unknown) => ({
    output: { message: { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name, input } }] } },
    stopReason: 'tool_use',
    usage: { inputTokens: tokens.input, outputTokens: tokens.output, totalTokens: 107 },
    metrics: { latencyMs: 1 },
  }),
  gemini: (text: string) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: tokens.input, candidatesTokenCount: tokens.output, totalTokenCount: 107 },
    modelVersion: 'm',
  }),
  messages: (text: string) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  }),
  error: (status: number, refused: unknown): Refusal => ({ status, refused }),
};
