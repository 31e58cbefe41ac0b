import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { EnvironmentError, OsharmError, UsageError } from '../../../base/errors.ts';
import { Turns } from '../../../base/turns.ts';
import type { DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import { joinStreams } from '../../client/guarded-proxy.ts';
import { listen } from '../../client/listen.ts';
import { isSameSecret } from '../../client/request-guard.ts';
import { closeAll } from '../close-all.ts';
import { errorMessage } from './error-message.ts';
import { callHeaders, graceMs, type HostInfo } from './host-calls.ts';
import { HostClient, type LentDesktop } from './host-client.ts';
import { decodeMessage, encodeMessage } from './message.ts';
import { SentContents } from './sent-contents.ts';

const mostCall = 256 * 2 ** 20;
const mostContent = 512 * 2 ** 20;
const windowBytes = 16 * 2 ** 20;
const lookPeriod = 1_000;

export interface DesktopHostOptions {
  provider: DesktopProvider;
  token: string;
  /** PEM. */
  certificate: string;
  key: string;
  /** Desktops at a time, of all clients. */
  capacity: number;
  version: string;
  /** Milliseconds that a silent client keeps its desktops. */
  grace?: number;
}

/**
 * Lends a provider's desktops over TLS and HTTP/2. Every request needs the token. A client that reconnects within
 * `grace` continues with its desktops and calls. After that its desktops are closed.
 */
export class DesktopHost {
  readonly #options: DesktopHostOptions;
  readonly #server: Http2SecureServer;
  readonly #places: Turns;
  readonly #contents = new SentContents();
  readonly #clients = new Map<string, HostClient>();
  readonly #sessions = new Set<Http2Session>();
  readonly #looking: NodeJS.Timeout;

  constructor(options: DesktopHostOptions) {
    this.#options = options;
    this.#places = new Turns(options.capacity);
    this.#server = createSecureServer({
      cert: options.certificate,
      key: options.key,
      settings: { initialWindowSize: windowBytes },
    });
    this.#server.on('session', (session) => {
      session.setLocalWindowSize(windowBytes);
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
    this.#server.on('sessionError', () => {
      // Any fault: the client connects again.
    });
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => {
        // Any fault: the client repeats the request.
      });
      void this.#serve(stream, headers);
    });
    this.#looking = setInterval(() => this.#forgetSilent(), lookPeriod);
  }

  /** Resolves to the port. Throws EnvironmentError `port-taken`. */
  async start(host: string, port: number): Promise<number> {
    await listen(this.#server, { host, port, hint: 'Choose another with --port.' });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.#server.close();
    for (const session of this.#sessions) session.destroy();
    await closeAll(this.#clients.values());
  }

  async #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    try {
      this.#admit(headers);
      const client = this.#clientOf(String(headers[callHeaders.client]));
      client.heard(String(headers[callHeaders.received] ?? ''));
      const [, route = '', name = ''] = (headers[':path'] ?? '').split('/');
      if (route === 'stream') await this.#connect(stream, client, decodeURIComponent(name));
      else await reply(stream, 200, await this.#answer(stream, route, name, client, headers));
    } catch (error) {
      await reply(stream, statusOf(error), { error: errorMessage(error) });
    }
  }

  #admit(headers: IncomingHttpHeaders): void {
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    if (!isSameSecret(token, this.#options.token))
      throw new UsageError('The host of desktops refused the token.', {
        code: 'host-token',
        hint: 'Copy the access file again: osharm desktop host writes it at each start.',
      });
    const version = headers[callHeaders.version];
    if (version !== this.#options.version)
      throw new EnvironmentError(`The host runs osharm ${this.#options.version}, this is osharm ${version}.`, {
        code: 'host-version',
        hint: `Install the same version on both: npm install -g osharm@${this.#options.version}`,
      });
  }

  #clientOf(name: string): HostClient {
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    const client = new HostClient({
      create: (spec, signal) => this.#create(spec, signal),
      contents: this.#contents,
    });
    this.#clients.set(name, client);
    return client;
  }

  async #answer(
    stream: ServerHttp2Stream,
    route: string,
    name: string,
    client: HostClient,
    headers: IncomingHttpHeaders,
  ): Promise<unknown> {
    switch (route) {
      case 'call': {
        const body = await bodyOf(stream, mostCall);
        return client.call(String(headers[callHeaders.call]), async () => decodeMessage(body));
      }
      case 'cancel':
        await client.cancel(name);
        return {};
      case 'content':
        return { result: this.#contents.keep(await bodyOf(stream, mostContent)) };
      case 'alive':
        return { result: client.facts() };
      case 'info':
        return { result: await this.#info() };
      default:
        throw new UsageError(`A host of desktops has no ${route}.`, { code: 'host-route' });
    }
  }

  async #info(): Promise<HostInfo> {
    const { provider, version } = this.#options;
    const image = (await provider.imageId?.()) ?? null;
    return { version, capacity: this.#places.count, open: this.#places.taken, image, time: Date.now() };
  }

  async #create(spec: DesktopSpec, signal: AbortSignal): Promise<LentDesktop> {
    if (spec.scratch !== undefined && spec.scratch !== 'memory')
      throw new UsageError('A folder of this machine can’t be the scratch space of a desktop elsewhere.', {
        code: 'host-scratch',
        hint: 'Leave --scratch out.',
      });
    const free = await this.#places.take(signal);
    try {
      return { desktop: await this.#options.provider.create(spec, signal), free };
    } catch (error) {
      free();
      throw error;
    }
  }

  /** The path names a desktop and one of its ports; without a port, the stream leads to the control server. */
  async #connect(stream: ServerHttp2Stream, client: HostClient, name: string): Promise<void> {
    const inside = await client.open(name);
    stream.respond({ ':status': 200 });
    void joinStreams(stream, async () => inside);
  }

  #forgetSilent(): void {
    const { grace = graceMs } = this.#options;
    for (const [name, client] of this.#clients) {
      if (client.silentMs() < grace) continue;
      this.#clients.delete(name);
      // Any fault: the provider reports what it can't remove when it closes.
      client.close().catch(() => {});
    }
  }
}

async function reply(stream: ServerHttp2Stream, status: number, answer: unknown): Promise<void> {
  const body = await encodeMessage(answer);
  if (stream.destroyed || stream.closed) return;
  stream.respond({ ':status': status, 'content-length': body.length });
  stream.end(body);
}

function statusOf(error: unknown): number {
  if (!(error instanceof OsharmError)) return 500;
  return error.code === 'host-token' ? 401 : 400;
}

async function bodyOf(stream: ServerHttp2Stream, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > most) {
      stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      throw new UsageError(`A request to a host of desktops has more than ${most} bytes.`, { code: 'host-request' });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
