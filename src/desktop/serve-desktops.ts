import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Desktop } from './desktop.ts';
import { joinStreams } from './join-streams.ts';
import { listen } from './listen.ts';

/** A desktop whose control server can be spoken to. */
export type ServedDesktop = Desktop & Required<Pick<Desktop, 'control'>>;

/** Ports inside a desktop that its clients reach by a port of this machine: OSWorld's client opens Chromium's and VLC's itself. */
export interface Forward {
  inside: number;
  outside: number;
}

const hint = 'Give other ports with --port, --chromium-port and --vlc-port.';

export interface ServedAddress {
  host: string;
  port: number;
  forwards: readonly Forward[];
}

/**
 * One place where a desktop is served over HTTP: OSWorld's protocol as it is, and `POST /v2/reset`, which ends the desktop and puts a fresh one in
 * its place (204 once that is ready; requests that come meanwhile wait). `GET /v2/desktop` says which one it is.
 */
export class DesktopPlace {
  readonly place: ServedAddress;
  readonly #create: (signal: AbortSignal) => Promise<ServedDesktop>;
  readonly #stopping = new AbortController();
  readonly #servers: (Server | TcpServer)[] = [];
  #desktop: Promise<ServedDesktop>;
  #agent = new ControlAgent(() => this.#desktop);
  #resets = 0;

  constructor(place: ServedAddress, create: (signal: AbortSignal) => Promise<ServedDesktop>) {
    this.place = place;
    this.#create = create;
    this.#desktop = create(this.#stopping.signal);
    this.#desktop.catch(() => {}); // `start` and every request tell
  }

  /** Resolves once the desktop is ready and every port is open. EnvironmentError `port-taken`. */
  async start(): Promise<void> {
    const control = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
    // A recording or a slow tree may take minutes; deadlines are the client's.
    control.requestTimeout = 0;
    await listen(control, { port: this.place.port, host: this.place.host, hint });
    this.#servers.push(control);
    for (const { inside, outside } of this.place.forwards) {
      const server = createTcpServer(
        (client) => void joinStreams(client, async (signal) => (await this.#desktop).connect(inside, signal)),
      );
      await listen(server, { port: outside, host: this.place.host, hint });
      this.#servers.push(server);
    }
    await this.#desktop;
  }

  /** Ends the desktop and starts another. */
  async reset(): Promise<void> {
    const before = this.#desktop;
    this.#agent.destroy();
    this.#agent = new ControlAgent(() => this.#desktop);
    const next = before
      .then((desktop) => desktop.close())
      .catch(() => {})
      .then(() => this.#create(this.#stopping.signal));
    next.catch(() => {});
    this.#desktop = next;
    this.#resets += 1;
    await next;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const server of this.#servers) {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    }
    this.#agent.destroy();
    await this.#desktop.then((desktop) => desktop.close()).catch(() => {});
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      if (incoming.method === 'POST' && incoming.url === '/v2/reset') {
        incoming.resume();
        await this.reset();
        outgoing.writeHead(204).end();
        return;
      }
      const desktop = await this.#desktop;
      if (incoming.method === 'GET' && incoming.url === '/v2/desktop') {
        json(outgoing, 200, { id: desktop.id, image: desktop.image, state: desktop.state(), resets: this.#resets });
        return;
      }
      pass(incoming, outgoing, this.#agent);
    } catch (error) {
      json(outgoing, 503, { error: (error as Error).message });
    }
  }
}

/** Keeps connections to the control server of the desktop that is there when they are opened. */
class ControlAgent extends Agent {
  readonly #desktop: () => Promise<ServedDesktop>;

  constructor(desktop: () => Promise<ServedDesktop>) {
    super({ keepAlive: true });
    this.#desktop = desktop;
  }

  override createConnection(_options: object, opened: (error: Error | null, stream: Duplex) => void): undefined {
    this.#desktop()
      .then((desktop) => desktop.control())
      .then(
        (stream) => opened(null, stream),
        (error: Error) => opened(error, undefined as never),
      );
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, agent: Agent): void {
  const { method, url, headers } = incoming;
  const inside = request({ host: 'desktop', method, path: url, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    // An answer that breaks off ends the client's connection too: it would wait for the rest.
    pipeline(answer, outgoing).catch(() => outgoing.destroy());
  });
  inside.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else
      json(outgoing, 502, {
        error: `The desktop does not answer: ${error.message}. POST /v2/reset gives a fresh one.`,
      });
  });
  outgoing.on('close', () => inside.destroy());
  incoming.pipe(inside);
}

function json(outgoing: ServerResponse, status: number, value: object): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
