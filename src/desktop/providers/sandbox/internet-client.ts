import { connect as connectTo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex, Readable } from 'node:stream';
import { OsharmError } from '../../../errors.ts';
import type { WebRequest } from '../../desktop.ts';

const deadline = 10_000;

/** The harness's side of a desktop's internet doubles: their log, and streams into the desktop's network. */
export class InternetClient {
  readonly #control: string;
  readonly #log: WebRequest[] = [];

  constructor(control: string, log: Readable) {
    this.#control = control;
    log.on('error', () => undefined);
    createInterface({ input: log }).on('line', (line) => this.#log.push(JSON.parse(line) as WebRequest));
  }

  /** Entries from `time` (Unix milliseconds) on. */
  log(time: number): WebRequest[] {
    return this.#log.filter((entry) => entry.time >= time);
  }

  /** A stream to a TCP port of the desktop's own 127.0.0.1. Fails where nobody listens there. */
  async connect(port: number, signal?: AbortSignal): Promise<Duplex> {
    const socket = connectTo(this.#control);
    const stop = AbortSignal.any([AbortSignal.timeout(deadline), ...(signal === undefined ? [] : [signal])]);
    const onAbort = () => socket.destroy(new Error(`no answer within ${deadline / 1000} s, or stopped`));
    stop.addEventListener('abort', onAbort, { once: true });
    try {
      socket.write(`connect ${port}\n`);
      const answer = await firstLine(socket);
      if (answer === 'ok') return socket;
      throw new Error(answer.replace(/^error /, ''));
    } catch (cause) {
      socket.destroy();
      signal?.throwIfAborted();
      throw new OsharmError(`Port ${port} of the desktop can't be reached: ${(cause as Error).message}.`, {
        code: 'desktop-connect',
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
