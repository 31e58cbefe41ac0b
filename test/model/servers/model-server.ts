import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Dialect } from './dialect.ts';

/** What the server does with one request. */
export type Turn =
  | { say: string }
  | { fault: 'rate-limited'; retryAfter?: string }
  | { fault: 'failed' | 'truncated' | 'hang' | 'refusal' | 'overflow' | 'empty' | 'unauthorised' | 'reset' }
  | { answer: Answer };

export interface SeenRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  url: string;
  requests: SeenRequest[];
  close(): Promise<void>;
}

/** A real HTTP server that speaks a provider's wire format; `next` says what happens to the request number n (0-based). */
export async function startModelServer(
  dialect: Dialect,
  next: readonly Turn[] | ((request: SeenRequest, n: number) => Turn | Promise<Turn>),
): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    const seen = { path, headers: request.headers, body };
    if (!dialect.knows(path)) {
      send(response, { status: 404, body: { error: { message: `no such path: ${path}` } } });
      return;
    }
    const n = requests.push(seen) - 1;
    const turn = typeof next === 'function' ? await next(seen, n) : (next[Math.min(n, next.length - 1)] as Turn);
    take(turn, dialect, seen, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function take(turn: Turn, dialect: Dialect, { path, body }: SeenRequest, response: ServerResponse): void {
  const model = typeof body.model === 'string' ? body.model : (/models\/([^:]+)/.exec(path)?.[1] ?? '');
  const isStream = dialect.isStream(path, body);
  const assistantMessage = (text: string) =>
    isStream ? stream(response, dialect.stream(text, model)) : send(response, dialect.reply(text, model));
  if ('answer' in turn) send(response, turn.answer);
  else if ('say' in turn) assistantMessage(turn.say);
  else if (turn.fault === 'rate-limited') {
    send(response, dialect.rateLimited(), turn.retryAfter === undefined ? {} : { 'retry-after': turn.retryAfter });
  } else if (turn.fault === 'failed') send(response, dialect.failed());
  else if (turn.fault === 'unauthorised') send(response, dialect.unauthorised());
  else if (turn.fault === 'overflow') send(response, dialect.overflow());
  else if (turn.fault === 'refusal') {
    if (isStream) stream(response, dialect.refusalStream(model));
    else send(response, dialect.refusal(model));
  } else if (turn.fault === 'empty') {
    if (isStream) assistantMessage('');
    else send(response, dialect.empty(model));
  } else if (turn.fault === 'truncated') {
    const whole = isStream ? dialect.stream('cut off', model) : JSON.stringify(dialect.reply('cut off', model).body);
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(whole.slice(0, whole.length / 2));
  } else if (turn.fault === 'reset') response.destroy();
  // `hang`: no answer ever comes.
}

function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
}

function send(response: ServerResponse, answer: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(answer.status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(answer.body));
}
