import { randomBytes } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import { EnvironmentError, OsharmError } from '../../../base/errors.ts';
import { awaitLater } from '../../../base/expected-errors.ts';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import { pause } from '../../client/pause.ts';
import { errorFrom } from './error-message.ts';
import type { HostAccess } from './host-access.ts';
import {
  aliveSchema,
  answerSchema,
  type CallAnswer,
  callHeaders,
  type DesktopFacts,
  graceMs,
  type HostCall,
  type HostInfo,
  infoSchema,
} from './host-calls.ts';
import { decodeMessage, encodeMessage } from './message.ts';

const alivePeriod = 2_000;
const aliveLimit = 6_000;
const connectLimit = 10_000;
const firstPause = 100;
const longestPause = 2_000;
const windowBytes = 16 * 2 ** 20;

/** No complete answer arrived. The call may be repeated. */
class LostConnection extends Error {}

export interface HostConnectionOptions {
  access: HostAccess;
  version: string;
  /** Milliseconds for which a lost connection is retried. Defaults to a minute. */
  grace?: number | undefined;
}

/** A connection to a host of desktops that survives interruptions: a call is repeated until its answer arrives. */
export class HostConnection {
  readonly url: string;
  readonly #options: HostConnectionOptions;
  readonly #client = randomBytes(16).toString('hex');
  readonly #received = new Set<string>();
  readonly #sentContents = new Set<string>();
  #session: ClientHttp2Session | null = null;
  #calls = 0;
  /** Calls without an answer so far. */
  #waiting = 0;
  #looking: NodeJS.Timeout | null = null;
  /** Milliseconds by which the host's clock is ahead. */
  #ahead = 0;
  /** When the host last answered, in Unix milliseconds. */
  #heardAt = Date.now();
  /** When a call last gave up. Until the host answers again, calls are tried only once. */
  #lostAt = 0;
  readonly #listeners = new Map<string, (facts: DesktopFacts) => void>();

  constructor(options: HostConnectionOptions) {
    this.#options = options;
    this.url = options.access.url;
  }

  get ahead(): number {
    return this.#ahead;
  }

  /** Throws EnvironmentError `host-unreachable` if the host does not answer. */
  async info(): Promise<HostInfo> {
    const before = Date.now();
    try {
      const { result } = await this.#send('info', Buffer.alloc(0), { limit: connectLimit });
      const info = infoSchema.parse(result);
      this.#ahead = info.time - (before + Date.now()) / 2;
      return info;
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      throw new EnvironmentError(`No host of desktops answers at ${this.url}: ${error.message}.`, {
        code: 'host-unreachable',
        hint: 'Start it there with: osharm desktop host. Check the address and the firewall.',
        cause: error,
      });
    }
  }

  /** Passes the desktop's state to `onFacts` with each heartbeat, until `forget`. */
  watch(desktop: string, onFacts: (facts: DesktopFacts) => void): void {
    this.#listeners.set(desktop, onFacts);
    this.#beat();
  }

  forget(desktop: string): void {
    this.#listeners.delete(desktop);
    this.#beat();
  }

  /** Repeats the call until its answer arrives; the host executes it once. */
  async call(call: HostCall, signal?: AbortSignal): Promise<CallAnswer> {
    signal?.throwIfAborted();
    const id = `${this.#calls++}`;
    const body = await encodeMessage(call);
    let onAbort = (): void => {};
    const cancelled = new Promise<never>((_, reject) => {
      const cancel = async (): Promise<void> => {
        const ended = this.#send(`cancel/${id}`, Buffer.alloc(0), { limit: aliveLimit });
        awaitLater(ended);
        // An aborted start must leave nothing behind.
        if (call.desktop === null) await Promise.allSettled([ended]);
        reject(signal?.reason);
      };
      onAbort = () => void cancel();
    });
    awaitLater(cancelled);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting += 1;
    this.#beat();
    try {
      const answer = await Promise.race([cancelled, this.#persist(() => this.#send('call', body, { call: id }))]);
      if (signal?.aborted) return await cancelled;
      this.#received.add(id);
      return answer;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#waiting -= 1;
      this.#beat();
    }
  }

  /** Sends a content unless this client sent it before. */
  async sendContent(hash: string, content: Buffer): Promise<void> {
    if (this.#sentContents.has(hash)) return;
    await this.#persist(() => this.#send('content', content, {}));
    this.#sentContents.add(hash);
  }

  forgetContent(hash: string): void {
    this.#sentContents.delete(hash);
  }

  /** Opens a stream to a desktop's port, or to its control server if `port` is null. It ends with the connection. */
  async open(desktop: string, port: number | null, signal?: AbortSignal): Promise<Duplex> {
    signal?.throwIfAborted();
    const place = encodeURIComponent(port === null ? desktop : `${desktop}/${port}`);
    const session = this.#connected();
    const stream = session.request(
      { ...this.#headers(), ':method': 'POST', ':path': `/stream/${place}` },
      withoutUndefined({ signal, endStream: false }),
    );
    const status = await new Promise<number>((resolve, reject) => {
      stream.once('response', (headers) => resolve(headers[':status'] ?? 0));
      stream.once('error', reject);
      stream.once('close', () => reject(this.#lost(`the connection to ${this.url} ended`)));
    }).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : error;
    });
    if (status === 200) return stream;
    const { error } = answerSchema.parse(await decodeMessage(Buffer.concat(await stream.toArray())));
    throw error === undefined ? this.#lost(`status ${status}`) : errorFrom(error);
  }

  close(): void {
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = null;
    this.#session?.close();
    this.#session = null;
  }

  /** Sends heartbeats while there are desktops or calls, since a host closes the desktops of silent clients. */
  #beat(): void {
    const isNeeded = this.#listeners.size > 0 || this.#waiting > 0;
    if (isNeeded === (this.#looking !== null)) return;
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = isNeeded ? setInterval(() => awaitLater(this.#look()), alivePeriod) : null;
  }

  async #look(): Promise<void> {
    try {
      const { result } = await this.#send('alive', Buffer.alloc(0), { limit: aliveLimit });
      for (const [desktop, facts] of Object.entries(aliveSchema.parse(result))) this.#listeners.get(desktop)?.(facts);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      // Half-open connections report no error. Running calls are repeated over a new connection.
      this.#session?.destroy();
      this.#session = null;
    }
  }

  async #persist(attempt: () => Promise<CallAnswer>): Promise<CallAnswer> {
    const { grace = graceMs } = this.#options;
    const askedAt = Date.now();
    for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof LostConnection)) throw error;
        const until = this.#lostAt > this.#heardAt ? askedAt : Math.max(this.#heardAt, askedAt) + grace;
        if (Date.now() >= until) {
          this.#lostAt = Date.now();
          throw this.#lost(error.message);
        }
        await pause(wait);
      }
    }
  }

  #lost(reason: string): OsharmError {
    return new OsharmError(`The connection to the desktops at ${this.url} is lost: ${reason}.`, {
      code: 'host-connection',
      blame: 'harness',
      isRetryable: true,
      hint: 'Check the network and that osharm desktop host still runs there; the sweep repeats the run.',
    });
  }

  #headers(): Record<string, string> {
    const { access, version } = this.#options;
    return {
      authorization: `Bearer ${access.token}`,
      [callHeaders.client]: this.#client,
      [callHeaders.version]: version,
    };
  }

  #connected(): ClientHttp2Session {
    if (this.#session !== null && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const { access } = this.#options;
    const { url, certificate } = access;
    const session = connect(
      url,
      withoutUndefined({
        settings: { initialWindowSize: windowBytes },
        ca: certificate,
        // A pinned certificate needs no name.
        checkServerIdentity: certificate === undefined ? undefined : () => undefined,
      }),
    );
    session.on('connect', () => session.setLocalWindowSize(windowBytes));
    session.on('error', () => {
      // Any fault: the requests of this session report it.
    });
    session.unref();
    this.#session = session;
    return session;
  }

  /** Throws LostConnection if no complete answer arrived. */
  #send(route: string, body: Buffer, { limit, call }: { limit?: number; call?: string }): Promise<CallAnswer> {
    const received = [...this.#received];
    const headers = {
      ...this.#headers(),
      ...withoutUndefined({
        [callHeaders.call]: call,
        [callHeaders.received]: received.length === 0 ? undefined : received.join(','),
      }),
      ':method': 'POST',
      ':path': `/${route}`,
      'content-length': body.length,
    };
    return new Promise((resolve, reject) => {
      const stream = this.#connected().request(headers);
      const parts: Buffer[] = [];
      const late = limit === undefined ? null : setTimeout(() => stream.destroy(new Error('no answer in time')), limit);
      let fault = 'it was closed';
      let isComplete = false;
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => (isComplete = true));
      stream.on('error', (error) => (fault = error.message));
      stream.on('close', () => {
        if (late !== null) clearTimeout(late);
        if (!isComplete || parts.length === 0) return reject(new LostConnection(fault));
        this.#heardAt = Date.now();
        for (const id of received) this.#received.delete(id);
        decodeMessage(Buffer.concat(parts))
          .then((value) => resolve(answered(answerSchema.parse(value), route)))
          .catch(reject);
      });
      stream.end(body);
    });
  }
}

/** Throws if the host refused the request. Errors of a desktop remain in the answer, with its state. */
function answered(answer: CallAnswer, route: string): CallAnswer {
  if (answer.error !== undefined && route !== 'call') throw errorFrom(answer.error);
  return answer;
}
