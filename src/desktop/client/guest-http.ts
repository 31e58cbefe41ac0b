import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Readable } from 'node:stream';
import { OsharmError } from '../../base/errors.ts';

export type GuestAddress = { socketPath: string } | { baseUrl: string };

export interface GuestReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface GuestCall {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string | Readable;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Limit for the answer, since an agent may control the server. Defaults to 32 MiB. */
  mostBytes?: number | undefined;
}

export class GuestConnectionError extends OsharmError {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The desktop's control server did not answer ${path}: ${reason}.`, {
      code: 'guest-connection',
      blame: 'environment',
      isRetryable: true,
      cause,
    });
    this.name = 'GuestConnectionError';
  }
}

export class GuestTimeoutError extends OsharmError {
  constructor(path: string, timeoutMs: number) {
    super(`The desktop's control server did not answer ${path} within ${timeoutMs / 1000} s.`, {
      code: 'guest-timeout',
      blame: 'environment',
      isRetryable: true,
    });
    this.name = 'GuestTimeoutError';
  }
}

const shownOfAnswer = 4_096;

/** The control server returned an error or a malformed answer. */
export class GuestReplyError extends OsharmError {
  readonly status: number;
  /** True if the server works but can't run the given command (not found, not permitted, timed out). */
  readonly isOfCommand: boolean;
  /** True if the server's deadline for the request passed. */
  readonly isLate: boolean;
  /** The start of the answer's body. */
  readonly begin: string;
  readonly route: string;
  readonly fault: string | undefined;

  /** `fault`: the problem with an answer that reports success. */
  constructor(path: string, reply: GuestReply, fault?: string) {
    const route = path.replace(/\?.*$/, '');
    // Use only the start: an agent may have written a long answer to slow down the regular expressions.
    const begin = reply.body.toString('utf8', 0, shownOfAnswer);
    const words = begin
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 500);
    const message =
      fault === undefined
        ? `The desktop's control server answered ${route} with ${reply.status}: ${words}`
        : `The desktop's control server answered ${route} with something unreadable (${fault}): ${words.slice(0, 200)}`;
    super(message, {
      code: 'guest-reply',
      blame: 'environment',
      isRetryable: fault !== undefined || reply.status >= 500,
    });
    this.name = 'GuestReplyError';
    this.status = reply.status;
    this.begin = begin;
    this.route = route;
    this.fault = fault;
    this.isLate = reply.status === 500 && /The request took longer than the server allows\.$/.test(words);
    this.isOfCommand = reply.status === 500 && /^\s*\{.*"status":\s*"error"/s.test(begin);
  }
}

const mostInterim = 10;
const usualMost = 32 * 2 ** 20;

export class GuestHttp {
  readonly #address: GuestAddress;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(address: GuestAddress) {
    this.#address = address;
  }

  /** Resolves with the whole answer, whatever its status. Rejects with the errors above or the signal's reason. */
  call(call: GuestCall): Promise<GuestReply> {
    const { signal } = call;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const target =
        'socketPath' in this.#address
          ? { socketPath: this.#address.socketPath, path: call.path, host: 'desktop' }
          : new URL(call.path, this.#address.baseUrl);
      const body = call.body;
      const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
      const headers = isWhole ? { ...call.headers, 'Content-Length': Buffer.byteLength(body) } : call.headers;
      const options = { method: call.method, headers, agent: this.#agent };
      const started = target instanceof URL ? request(target, options) : request({ ...target, ...options });
      const finish = (act: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        act();
      };
      const abort = () => {
        finish(() => reject(signal?.reason));
        started.destroy();
      };
      const timer = setTimeout(() => {
        finish(() => reject(new GuestTimeoutError(call.path, call.timeoutMs)));
        started.destroy();
      }, call.timeoutMs);
      const fail = (error: unknown) => finish(() => reject(new GuestConnectionError(call.path, error)));
      signal?.addEventListener('abort', abort, { once: true });
      started.on('error', fail);
      // osharm's servers send no interim answers, and a stream of them would last until the deadline.
      let interim = 0;
      started.on('information', () => {
        interim += 1;
        // Answers in the same chunk still trigger this event, so fail only once.
        if (interim !== mostInterim + 1) return;
        fail(new Error('it announced an answer but sent none'));
        started.destroy();
      });
      started.on('response', (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          const most = call.mostBytes ?? usualMost;
          if (bytes <= most) parts.push(part);
          else {
            fail(new Error(`the answer is longer than ${most} bytes`));
            started.destroy();
          }
        });
        response.on('error', fail);
        response.on('close', () => {
          if (!response.complete) fail(new Error('the answer was cut off'));
        });
        response.on('end', () => {
          finish(() =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
          );
        });
      });
      if (body === undefined || isWhole) started.end(body);
      else body.on('error', (error) => started.destroy(error)).pipe(started);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
