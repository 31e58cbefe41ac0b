import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clientMessage } from '../../base/client-message.ts';
import { type RequestRule, refusalOf } from './request-guard.ts';

/** Connects a client to a stream. When one ends, ends the other, even while the stream is opening. Never rejects. */
export async function joinStreams(client: Duplex, open: (signal: AbortSignal) => Promise<Duplex>): Promise<void> {
  const left = new AbortController();
  client.on('error', () => client.destroy()).once('close', () => left.abort(new Error('the client disconnected')));
  try {
    const stream = await open(left.signal);
    if (client.destroyed) stream.destroy();
    else await pipeline(client, stream, client);
  } catch {
    // Any fault: the client sees its connection end.
  } finally {
    client.destroy();
  }
}

export interface ProxyOptions {
  open: (signal?: AbortSignal) => Promise<Duplex>;
  rule: RequestRule;
  /** Answers a request locally; returns false to forward it. */
  answer?: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;
  hint?: string;
}

/** An HTTP server (not yet listening) that forwards allowed requests and WebSockets without reading refused ones. */
export class GuardedProxy {
  readonly server: Server;
  readonly #options: ProxyOptions;
  #agent: StreamAgent;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#agent = new StreamAgent(options.open);
    this.server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
    // A recording or a slow tree can take minutes, so the client sets the deadline.
    this.server.requestTimeout = 0;
    this.server.on('upgrade', (incoming, socket, head) => this.#upgrade(incoming, socket as never, head));
  }

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
      sendJson(outgoing, 503, { error: clientMessage(error) });
    }
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url } = incoming;
    const headers = this.#passedOn(incoming.headers);
    const inside = request({ host: 'desktop', method, path: url, headers, agent: this.#agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      if (isShort(answer)) return passShort(answer, outgoing);
      // Any fault: the client's connection must end too, or it would wait for the rest.
      pipeline(answer, outgoing).catch(() => outgoing.destroy());
    });
    inside.on('error', (error) => {
      const { hint } = this.#options;
      const words = `The desktop does not answer: ${clientMessage(error)}.${hint === undefined ? '' : ` ${hint}`}`;
      if (outgoing.headersSent) outgoing.destroy();
      else sendJson(outgoing, 502, { error: words });
    });
    outgoing.on('close', () => inside.destroy());
    if (isShort(incoming)) passShort(incoming, inside);
    else incoming.pipe(inside);
  }

  #upgrade(incoming: IncomingMessage, socket: import('node:net').Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(incoming.headers, this.#options.rule);
    if (refusal !== null) {
      const challenge = refusal.status === 401 ? 'WWW-Authenticate: Basic realm="desktop"\r\n' : '';
      const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
      socket.end(`${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`);
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

  /** Removes the token, which the agent could read from the desktop's server. */
  #passedOn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
    if (this.#options.rule.token === undefined) return headers;
    const { authorization: _token, ...others } = headers;
    return others;
  }
}

/** Bodies of up to this many bytes are forwarded in one piece, which is twice as fast as streaming. */
const shortBody = 64 << 10;

function isShort({ headers, method }: IncomingMessage): boolean {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined && method === 'GET';
  return Number(length) <= shortBody;
}

/** If the sender's connection breaks, closes the receiver's, which would otherwise wait for the rest. */
function passShort(from: IncomingMessage, to: Writable): void {
  const parts: Buffer[] = [];
  from.on('data', (part: Buffer) => parts.push(part));
  from.on('end', () => to.end(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
  from.on('error', () => to.destroy());
}

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

/** Replies without reading the rest of the request, then closes the connection. */
function refuse(outgoing: ServerResponse, status: number, reason: string): void {
  outgoing.setHeader('connection', 'close');
  if (status === 401) outgoing.setHeader('www-authenticate', 'Basic realm="desktop"');
  sendJson(outgoing, status, { error: reason });
}

export function sendJson(outgoing: ServerResponse, status: number, value: object): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
