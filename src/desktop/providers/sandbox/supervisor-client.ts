import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { OsharmError } from '../../../errors.ts';
import type { SupervisorCall, SupervisorCalls, SupervisorMessage } from '../../supervisor-protocol.ts';

interface Waiting {
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

const deadline = 120_000;

/** Calls the supervisor of one sandbox over its stdin and stdout. */
export class SupervisorClient {
  readonly #input: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #ended: string | null = null;
  readonly #onLimit: (limit: string, bytes: number) => void;

  constructor(input: Writable, output: Readable, onLimit: (limit: string, bytes: number) => void) {
    this.#input = input;
    this.#onLimit = onLimit;
    input.on('error', () => undefined);
    const lines = createInterface({ input: output });
    lines.on('line', (line) => this.#take(line));
    lines.on('close', () => this.end('the supervisor ended'));
  }

  async call<Call extends SupervisorCall>(
    call: Call,
    request: SupervisorCalls[Call]['request'],
    signal?: AbortSignal,
  ): Promise<SupervisorCalls[Call]['reply']> {
    signal?.throwIfAborted();
    if (this.#ended !== null) throw failure(call, this.#ended);
    const id = this.#next++;
    const stop = AbortSignal.any([AbortSignal.timeout(deadline), ...(signal === undefined ? [] : [signal])]);
    return await new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(id);
        reject(signal?.aborted === true ? signal.reason : failure(call, `no answer within ${deadline / 1000} s`));
      };
      stop.addEventListener('abort', onAbort, { once: true });
      const done = () => {
        this.#waiting.delete(id);
        stop.removeEventListener('abort', onAbort);
      };
      this.#waiting.set(id, {
        resolve: (reply) => {
          done();
          resolve(reply as SupervisorCalls[Call]['reply']);
        },
        reject: (error) => {
          done();
          reject(failure(call, error.message));
        },
      });
      this.#input.write(`${JSON.stringify({ id, call, ...request })}\n`);
    });
  }

  /** Fails all that waits, and every later call. */
  end(reason: string): void {
    this.#ended ??= reason;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(new Error(reason));
  }

  #take(line: string): void {
    const message = JSON.parse(line) as SupervisorMessage;
    if ('event' in message) {
      if (message.event === 'limit') this.#onLimit(message.limit, message.bytes);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    if ('error' in message) waiting.reject(new Error(message.error));
    else waiting.resolve(message.reply);
  }
}

function failure(call: string, reason: string): OsharmError {
  return new OsharmError(`The sandbox's supervisor could not do '${call}': ${reason}.`, {
    code: 'sandbox-supervisor',
    blame: 'harness',
    isRetryable: true,
  });
}
