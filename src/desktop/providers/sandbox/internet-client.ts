import { connect as connectTo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex, Readable } from 'node:stream';
import { OsharmError } from '../../../errors.ts';
import type { WebRequest } from '../../desktop.ts';
import type { InternetCalls } from '../../internet-protocol.ts';
import { KeptBodies } from './kept-bodies.ts';
import { RequestLog } from './request-log.ts';

const deadline = 10_000;

/** What the doubles write: an entry, a body's piece, a piece or the end of a body that streams, a mark. */
type LogLine =
  | WebRequest
  | { body: string; piece: string }
  | { stream: string; piece?: string; body?: string }
  | { mark: number };

/** The harness's side of a desktop's internet doubles: their log, and streams into the desktop's network. */
export class InternetClient {
  readonly #control: string;
  readonly #log = new RequestLog();
  readonly #bodies: KeptBodies;
  readonly #marks = new Map<number, () => void>();
  #nextMark = 1;

  /** `bodies` is a folder for what requests and mails carry; made when there is something for it. */
  constructor(control: string, log: Readable, bodies: string) {
    this.#control = control;
    this.#bodies = new KeptBodies(bodies);
    log.on('error', () => undefined);
    // Readline gives the stream's error on as its own.
    const lines = createInterface({ input: log }).on('error', () => undefined);
    lines.on('line', (line) => {
      const said = JSON.parse(line) as LogLine;
      if ('stream' in said) this.#bodies.stream(said.stream, said);
      else if ('piece' in said) this.#bodies.add(said.body, said.piece);
      else if ('mark' in said) this.#marks.get(said.mark)?.();
      else {
        if (said.bodyHash !== undefined && this.#bodies.isDropped(said.bodyHash)) said.truncated = true;
        this.#log.add(said, line.length);
      }
    });
  }

  /** Entries from `time` (Unix milliseconds) on, up to this moment; where the doubles are gone, all that came. */
  async log(time: number): Promise<WebRequest[]> {
    const mark = this.#nextMark++;
    const seen = new Promise<void>((resolve) => this.#marks.set(mark, resolve));
    try {
      await this.call('mark', { mark });
      await seen;
    } catch (error) {
      // A desktop that ended has no doubles any more, and nothing on its way.
      if (!(error instanceof OsharmError)) throw error;
    } finally {
      this.#marks.delete(mark);
    }
    return this.#log.since(time);
  }

  /** A body that an entry names by its SHA-256; null where it is not kept. */
  body(hash: string): Promise<Buffer | null> {
    return this.#bodies.read(hash);
  }

  /** Asks the doubles for something. Fails where they can't. */
  async call<Name extends keyof InternetCalls>(
    name: Name,
    request: InternetCalls[Name]['request'],
    signal?: AbortSignal,
  ): Promise<InternetCalls[Name]['reply']> {
    return this.#asked(
      async (socket) => {
        socket.write(`${JSON.stringify({ call: name, ...request })}\n`);
        const said = JSON.parse(await firstLine(socket)) as { reply: InternetCalls[Name]['reply'] } | { error: string };
        socket.destroy();
        if ('error' in said) throw new Error(said.error);
        return said.reply;
      },
      { what: `The desktop's internet can't do ${name}`, code: 'desktop-internet-call' },
      signal,
    );
  }

  /** A stream to a TCP port of the desktop's own 127.0.0.1. Fails where nobody listens there. */
  async connect(port: number, signal?: AbortSignal): Promise<Duplex> {
    return this.#asked(
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

  async #asked<Value>(
    ask: (socket: Socket) => Promise<Value>,
    failure: { what: string; code: string },
    signal?: AbortSignal,
  ): Promise<Value> {
    const socket = connectTo(this.#control);
    const stop = AbortSignal.any([AbortSignal.timeout(deadline), ...(signal === undefined ? [] : [signal])]);
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

/** Reads up to the first line's end; what comes after stays in the stream. */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const onReadable = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(10);
        if (end < 0) continue;
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
