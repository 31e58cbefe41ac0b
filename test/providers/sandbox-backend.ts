import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { joinStreams } from '../../src/desktop/client/guarded-proxy.ts';
import { listen } from '../../src/desktop/client/listen.ts';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

export const spec = { width: 1920, height: 1080 };

interface Served {
  desktop: SandboxDesktop;
  server: TcpServer;
  port: number;
}

/**
 * Real desktops behind addresses, as machines of others are: each has a name and can be started, stopped and made anew. What doubles of
 * virtualisation tools start and stop is here, over HTTP (`POST /start?name=…&host=…&port=…`, `/stop`; `GET /list`).
 */
export class SandboxBackend {
  readonly #provider = new SandboxProvider();
  readonly #served = new Map<string, Served>();
  /** What is done with each name goes in order: a stop waits for the start before it. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** A desktop made anew answers where the one before it did. */
  readonly #ports = new Map<string, number>();
  readonly #http: Server;
  #url = '';

  constructor() {
    this.#http = createServer((request, response) => {
      this.#answer(new URL(request.url ?? '/', 'http://backend')).then(
        (text) => response.end(text),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
  }

  async listen(): Promise<string> {
    await this.#provider.check();
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
    return this.#url;
  }

  /** Starts the desktop of that name, or a new one in its place; gives its port. */
  start(name: string, host = '127.0.0.1', port = 0): Promise<number> {
    return this.#next(name, async () => {
      await this.#end(name);
      const desktop = await this.#provider.create(spec);
      // A plain port, as a machine's own is: a desktop that ends breaks its connections.
      const server = createTcpServer((client) => void joinStreams(client, (signal) => desktop.control(signal)));
      await listen(server, { port, host, hint: '' });
      const served = { desktop, server, port: (server.address() as AddressInfo).port };
      this.#served.set(name, served);
      this.#ports.set(name, served.port);
      return served.port;
    });
  }

  /** A new desktop under the same address. */
  async renew(name: string): Promise<void> {
    await this.start(name, '127.0.0.1', this.#ports.get(name) ?? 0);
  }

  stop(name: string): Promise<void> {
    return this.#next(name, () => this.#end(name));
  }

  async #end(name: string): Promise<void> {
    const served = this.#served.get(name);
    this.#served.delete(name);
    if (served === undefined) return;
    await Promise.all([served.desktop.close(), new Promise((resolve) => served.server.close(resolve))]);
  }

  #next<T>(name: string, act: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(name) ?? Promise.resolve()).then(act);
    this.#last.set(
      name,
      done.catch(() => undefined),
    );
    return done;
  }

  /** The desktop of that name, as it is seen from outside. */
  outside(name: string): SandboxDesktop {
    const desktop = this.#served.get(name)?.desktop;
    if (desktop === undefined) throw new Error(`No desktop ${name} is served.`);
    return desktop;
  }

  names(): string[] {
    return [...this.#served.keys()];
  }

  async close(): Promise<void> {
    for (const name of this.#last.keys()) await this.stop(name);
    await this.#provider.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #answer({ pathname, searchParams }: URL): Promise<string> {
    const name = searchParams.get('name') ?? '';
    if (pathname === '/list') return JSON.stringify(this.names());
    if (pathname === '/stop') {
      await this.stop(name);
      return '';
    }
    if (pathname === '/start')
      return String(
        await this.start(name, searchParams.get('host') ?? undefined, Number(searchParams.get('port') ?? 0)),
      );
    if (pathname === '/renew') {
      await this.renew(name);
      return '';
    }
    throw new Error(`no ${pathname}`);
  }
}

/** Processes below this one whose command line holds a word: what other programs of the machine start doesn't count. */
export function processesNaming(word: string): string[] {
  const processes = readdirSync('/proc').flatMap((pid) => {
    try {
      const parent = Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
      return /^\d+$/.test(pid)
        ? [{ pid: Number(pid), parent, line: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
        : [];
    } catch {
      return [];
    }
  });
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  return processes.filter(({ pid, line }) => line.includes(word) && isOurs(pid)).map(({ pid }) => String(pid));
}
