import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RequestRule, refusalOf } from './request-guard.ts';

/** Joins a client to the stream that is opened for it; either end ends both, also while it is being opened. Never rejects. */
export async function joinStreams(client: Socket, open: (signal: AbortSignal) => Promise<Duplex>): Promise<void> {
  const left = new AbortController();
  client.on('error', () => client.destroy()).once('close', () => left.abort(new Error('the client went away')));
  try {
    const stream = await open(left.signal);
    if (client.destroyed) stream.destroy();
    else await pipeline(client, stream, client);
  } catch {
    // Any fault: whatever ends one side ends the other.
    // The end of its connection tells the client.
  } finally {
    client.destroy();
  }
}

export interface ProxyOptions {
  /** A stream to the server that stands behind. */
  open: (signal?: AbortSignal) => Promise<Duplex>;
  rule: RequestRule;
  /** Answers what it knows itself; false: the server behind is asked. */
  answer?: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;
  /** Added to the error where the server behind doesn't answer. */
  hint?: string;
}

/** An HTTP server, not listening yet, that passes on what its rule lets in, WebSockets too. What is refused is never read. */
export class GuardedProxy {
  readonly server: Server;
  readonly #options: ProxyOptions;
  #agent: StreamAgent;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#agent = new StreamAgent(options.open);
    this.server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
    // A recording or a slow tree may take minutes; deadlines are the client's.
    this.server.requestTimeout = 0;
    this.server.on('upgrade', (incoming, socket, head) => this.#upgrade(incoming, socket as never, head));
  }

  /** Ends what is under way to the server behind; the next request opens anew. */
  hangUp(): void {
    this.#agent.destroy();
    this.#agent = new StreamAgent(this.#options.open);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.#agent.destroy();
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const refusal = refusalOf(incoming.headers, this.#options.rule);
    if (refusal !== null) return refuse(outgoing, refusal.status, refusal.reason);
    try {
      if (await this.#options.answer?.(incoming, outgoing)) return;
      this.#pass(incoming, outgoing);
    } catch (error) {
      sendJson(outgoing, 503, { error: (error as Error).message });
    }
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url } = incoming;
    const headers = this.#passedOn(incoming.headers);
    const inside = request({ host: 'desktop', method, path: url, headers, agent: this.#agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      // An answer that breaks off ends the client's connection too: it would wait for the rest.
      // Any fault: the client sees it by the end of its connection.
      pipeline(answer, outgoing).catch(() => outgoing.destroy());
    });
    inside.on('error', (error) => {
      const { hint } = this.#options;
      const words = `The desktop does not answer: ${error.message}.${hint === undefined ? '' : ` ${hint}`}`;
      if (outgoing.headersSent) outgoing.destroy();
      else sendJson(outgoing, 502, { error: words });
    });
    outgoing.on('close', () => inside.destroy());
    incoming.pipe(inside);
  }

  #upgrade(incoming: IncomingMessage, socket: import('node:net').Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(incoming.headers, this.#options.rule);
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal.status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    void joinStreams(socket, async (signal) => {
      const inside = await this.#options.open(signal);
      const lines = Object.entries(this.#passedOn(incoming.headers)).map(([name, value]) => `${name}: ${value}\r\n`);
      inside.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      if (head.length > 0) inside.write(head);
      return inside;
    });
  }

  /** The token is not for the desktop: an agent may sit behind its server. */
  #passedOn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
    if (this.#options.rule.token === undefined) return headers;
    const { authorization: _token, ...others } = headers;
    return others;
  }
}

/** Keeps connections to whatever `open` leads to when they are opened. */
class StreamAgent extends Agent {
  readonly #open: () => Promise<Duplex>;

  constructor(open: () => Promise<Duplex>) {
    super({ keepAlive: true });
    this.#open = open;
  }

  override createConnection(_options: object, opened: (error: Error | null, stream: Duplex) => void): undefined {
    this.#open().then(
      (stream) => opened(null, stream),
      (error: Error) => opened(error, undefined as never),
    );
  }
}

/** Answers without reading the rest of the request; the connection ends with the answer. */
function refuse(outgoing: ServerResponse, status: number, reason: string): void {
  outgoing.setHeader('connection', 'close');
  if (status === 401) outgoing.setHeader('www-authenticate', 'Basic realm="desktop"');
  sendJson(outgoing, status, { error: reason });
}

export function sendJson(outgoing: ServerResponse, status: number, value: object): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
