import { z } from 'zod';
import { codePlace } from '../../base/code-place.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { errorFromProcess } from '../../base/extension.ts';

const failureSchema = z.object({
  message: z.string(),
  typed: z
    .object({
      code: z.string(),
      blame: z.enum(['harness', 'environment', 'model', 'agent', 'task']),
      isRetryable: z.boolean(),
      hint: z.string().optional(),
    })
    .optional(),
  /** Set if the error originated in the receiver: the call in which the receiver threw it. */
  origin: z.number().optional(),
});
type Failure = z.infer<typeof failureSchema>;

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number(), name: z.string(), value: z.unknown() }),
  z.object({ type: z.literal('abort'), id: z.number() }),
  z.object({ type: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal('failure'), id: z.number(), failure: failureSchema }),
]);

/**
 * One end of a connection between two processes that call each other. Each call ends in an answer, a failure or an
 * abort. An error that returns to the process that threw it becomes the original object again, so a model's failure
 * keeps its type on the way through an agent.
 */
export class CallPort {
  readonly #send: (message: unknown) => void;
  readonly #handle: (name: string, value: unknown, signal: AbortSignal) => unknown;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #answering = new Map<number, AbortController>();
  readonly #thrown = new Map<number, unknown>();
  readonly #origins = new WeakMap<object, number>();
  #last = 0;
  #ended: Error | null = null;

  /** `send` may throw for a value that can't be cloned. `handle` answers the other side's calls. */
  constructor(
    send: (message: unknown) => void,
    handle: (name: string, value: unknown, signal: AbortSignal) => unknown,
  ) {
    this.#send = send;
    this.#handle = handle;
  }

  get isWaiting(): boolean {
    return this.#pending.size > 0;
  }

  /** Forwards an abort to the other side. Settles only when the other side has ended the call. */
  async call(name: string, value: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#ended !== null) throw this.#ended;
    this.#last += 1;
    const id = this.#last;
    const ended = Promise.withResolvers<unknown>();
    this.#pending.set(id, ended);
    const onAbort = (): void => this.#send({ type: 'abort', id });
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      this.#send({ type: 'call', id, name, value });
      return await ended.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
    }
  }

  take(message: unknown): void {
    const read = messageSchema.parse(message);
    switch (read.type) {
      case 'call':
        void this.#answer(read.id, read.name, read.value);
        return;
      case 'abort':
        this.#answering.get(read.id)?.abort();
        return;
      case 'answer':
        this.#pending.get(read.id)?.resolve(read.value);
        return;
      case 'failure':
        this.#pending.get(read.id)?.reject(this.#errorOf(read.id, read.failure));
        return;
      default:
        read satisfies never;
    }
  }

  /**
   * Rejects pending and later calls, and aborts calls that this side is answering. Call it when the other side has
   * exited.
   */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
    for (const controller of this.#answering.values()) controller.abort(error);
  }

  async #answer(id: number, name: string, value: unknown): Promise<void> {
    const controller = new AbortController();
    this.#answering.set(id, controller);
    try {
      this.#send({ type: 'answer', id, value: await this.#handle(name, value, controller.signal) });
    } catch (error) {
      this.#thrown.set(id, error);
      this.#send({ type: 'failure', id, failure: this.#failureOf(error) });
    } finally {
      this.#answering.delete(id);
    }
  }

  #failureOf(error: unknown): Failure {
    const origin = typeof error === 'object' && error !== null ? this.#origins.get(error) : undefined;
    const message = messageOf(error);
    if (!(error instanceof OsharmError)) {
      const place = codePlace(error);
      return { message: place === null ? message : `${message} (${place})`, origin };
    }
    const { code, blame, isRetryable, hint } = error;
    return { message, origin, typed: { code, blame, isRetryable, hint } };
  }

  #errorOf(id: number, { message, typed, origin }: Failure): unknown {
    if (origin !== undefined && this.#thrown.has(origin)) return this.#thrown.get(origin);
    const error = typed === undefined ? new Error(message) : errorFromProcess(message, typed);
    this.#origins.set(error, id);
    return error;
  }
}
