import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { EnvironmentError } from '../errors.ts';
import type { Desktop } from './desktop.ts';

/** A desktop whose control server is on a socket of this machine. */
export type ServedDesktop = Desktop & { readonly controlPath: string };

/** Ports inside a desktop that its clients reach by a port of this machine: OSWorld's client opens Chromium's and VLC's itself. */
export interface Forward {
  inside: number;
  outside: number;
}

export interface Place {
  host: string;
  port: number;
  forwards: readonly Forward[];
}

/**
 * One place where a desktop is served over HTTP: OSWorld's protocol as it is, and `POST /v2/reset`, which ends the desktop and puts a fresh one in
 * its place (204 once that is ready; requests that come meanwhile wait). `GET /v2/desktop` says which one it is.
 */
export class DesktopPlace {
  readonly place: Place;
  readonly #create: (signal: AbortSignal) => Promise<ServedDesktop>;
  readonly #stopping = new AbortController();
  readonly #servers: (Server | TcpServer)[] = [];
  #desktop: Promise<ServedDesktop>;
  #resets = 0;

  constructor(place: Place, create: (signal: AbortSignal) => Promise<ServedDesktop>) {
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
    await listening(control, this.place.port, this.place.host);
    this.#servers.push(control);
    for (const { inside, outside } of this.place.forwards) {
      const server = createTcpServer((client) => {
        void this.#desktop
          .then((desktop) => desktop.connect(inside))
          .then((stream) => {
            stream.on('error', () => client.destroy()).on('close', () => client.destroy());
            client.on('error', () => stream.destroy()).on('close', () => stream.destroy());
            client.pipe(stream).pipe(client);
          })
          .catch(() => client.destroy());
      });
      await listening(server, outside, this.place.host);
      this.#servers.push(server);
    }
    await this.#desktop;
  }

  /** Ends the desktop and starts another. */
  async reset(): Promise<void> {
    const before = this.#desktop;
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
      pass(incoming, outgoing, desktop.controlPath);
    } catch (error) {
      json(outgoing, 503, { error: (error as Error).message });
    }
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, socketPath: string): void {
  const { method, url, headers } = incoming;
  const inside = request({ socketPath, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
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

async function listening(server: Server | TcpServer, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) =>
      reject(
        new EnvironmentError(`Port ${port} of ${host} can't be used: ${cause.message}.`, {
          code: 'port-taken',
          hint: 'Give other ports with --port, --chromium-port and --vlc-port.',
          cause,
        }),
      ),
    );
    server.listen(port, host);
  });
}
