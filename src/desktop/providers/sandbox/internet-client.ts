import { connect as connectTo, type Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { infer as Infer } from 'zod/mini';
import { OsharmError } from '../../../base/errors.ts';
import { type ChannelEnd, LineChannel } from '../../../base/line-channel.ts';
import type { WebRequest } from '../../client/desktop.ts';
import {
  type InternetCalls,
  internetAnswerSchema,
  internetReplies,
  logLineSchema,
} from '../../client/internet-protocol.ts';
import { KeptBodies } from './kept-bodies.ts';
import { RequestLog } from './request-log.ts';

const deadline = 10_000;
const longestDrain = 1_000;

const longestAnswer = 64 * 1024;
const longestEntry = 8 * 2 ** 20;

export class InternetClient {
  readonly #control: string;
  readonly #log = new RequestLog();
  readonly #bodies: KeptBodies;
  readonly #marks = new Map<number, () => void>();
  #nextMark = 1;

  readonly #over = new AbortController();

  /** `bodies`: folder for bodies, created on first use. */
  constructor(control: string, log: Readable, bodies: string, onEnd: (end: ChannelEnd) => void) {
    this.#control = control;
    this.#bodies = new KeptBodies(bodies);
    new LineChannel({
      input: log,
      schema: logLineSchema,
      longest: longestEntry,
      onMessage: (line, bytes) => this.#take(line, bytes),
      onEnd: (end) => {
        this.#end();
        onEnd(end);
      },
    });
  }

  #take(line: Infer<typeof logLineSchema>, bytes: number): void | Promise<void> {
    if ('stream' in line) return this.#bodies.stream(line.stream, line);
    if ('piece' in line) return this.#bodies.add(line.body, line.piece);
    if ('mark' in line) return this.#marks.get(line.mark)?.();
    const entry: WebRequest = line;
    if (entry.bodyHash !== undefined && this.#bodies.isDropped(entry.bodyHash)) entry.truncated = true;
    this.#log.add(entry, bytes);
  }

  /** Call when the mock services have exited. Their last entries may still be on the way. */
  exited(): void {
    setTimeout(() => this.#end(), longestDrain).unref();
  }

  #end(): void {
    this.#over.abort(ended());
    for (const resolve of this.#marks.values()) resolve();
  }

  /** Entries from `time` (Unix milliseconds) to now, or to the end of the mock services. */
  async log(time: number): Promise<WebRequest[]> {
    const mark = this.#nextMark++;
    const seen = new Promise<void>((resolve) => this.#marks.set(mark, resolve));
    try {
      await this.call('mark', { mark });
      await seen;
    } catch (error) {
      // The desktop has ended, so no more entries can arrive.
      if (!(error instanceof OsharmError)) throw error;
    } finally {
      this.#marks.delete(mark);
    }
    return this.#log.since(time);
  }

  /** Null if the body was not kept. */
  body(hash: string): Promise<Buffer | null> {
    return this.#bodies.read(hash);
  }

  async call<Name extends keyof InternetCalls>(
    name: Name,
    request: InternetCalls[Name]['request'],
    signal?: AbortSignal | undefined,
  ): Promise<InternetCalls[Name]['reply']> {
    return this.#request(
      async (socket) => {
        socket.write(`${JSON.stringify({ call: name, ...request })}\n`);
        const answer = internetAnswerSchema.parse(JSON.parse(await firstLine(socket)));
        socket.destroy();
        if ('error' in answer) throw new Error(answer.error);
        return internetReplies[name].parse(answer.reply) as InternetCalls[Name]['reply'];
      },
      { what: `The desktop's mock internet could not perform the call ${name}`, code: 'desktop-internet-call' },
      signal,
    );
  }

  async connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex> {
    return this.#request(
      async (socket) => {
        socket.write(`connect ${port}\n`);
        const answer = await firstLine(socket);
        if (answer !== 'ok') throw new Error(answer.replace(/^error /, ''));
        return socket;
      },
      { what: `Port ${port} of the desktop can't be reached`, code: 'desktop-connect' },
      signal,
    );
  }

  async #request<Value>(
    ask: (socket: Socket) => Promise<Value>,
    failure: { what: string; code: string },
    signal?: AbortSignal | undefined,
  ): Promise<Value> {
    signal?.throwIfAborted();
    this.#over.signal.throwIfAborted();
    const socket = connectTo(this.#control);
    const signals = [AbortSignal.timeout(deadline), this.#over.signal, ...(signal === undefined ? [] : [signal])];
    const stop = AbortSignal.any(signals);
    const onAbort = () => socket.destroy(new Error(`no answer within ${deadline / 1000} s, or stopped`));
    stop.addEventListener('abort', onAbort, { once: true });
    try {
      return await ask(socket);
    } catch (cause) {
      socket.destroy();
      signal?.throwIfAborted();
      throw new OsharmError(`${failure.what}: ${(cause as Error).message}.`, {
        code: failure.code,
        blame: 'environment',
        isRetryable: true,
        cause,
      });
    } finally {
      stop.removeEventListener('abort', onAbort);
    }
  }
}

function ended(): OsharmError {
  return new OsharmError("The desktop's internet ended.", { code: 'desktop-internet-call', blame: 'environment' });
}

/** Reads the first line and leaves the rest in the stream. */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const onReadable = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(10);
        if (end < 0 && head.length <= longestAnswer) continue;
        if (end < 0) return reject(new Error('its answer is too long'));
        socket.off('readable', onReadable);
        socket.off('error', reject);
        socket.off('end', onEnd);
        if (head.length > end + 1) socket.unshift(head.subarray(end + 1));
        resolve(head.subarray(0, end).toString());
        return;
      }
    };
    const onEnd = () => reject(new Error('the connection ended'));
    socket.on('readable', onReadable);
    socket.once('error', reject);
    socket.once('end', onEnd);
  });
}
