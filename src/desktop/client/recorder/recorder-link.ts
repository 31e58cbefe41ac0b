import { createHmac, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { z } from 'zod';
import { OsharmError } from '../../../base/errors.ts';
import { nextTurn } from '../../../base/event-loop.ts';
import type { CommandResult } from '../desktop.ts';
import { askProgram } from './recorder-program.ts';

const unpack = promisify(inflate);
/** Bytes of one answer, and of all its parts before and after they are unpacked. */
const mostOfPart = 4 * 2 ** 20;
const mostPacked = 48 * 2 ** 20;
const mostUnpacked = 64 * 2 ** 20;

const answersSchema = z.array(z.union([z.strictObject({ reply: z.unknown() }), z.strictObject({ error: z.string() })]));

/** The recorder inside did not answer, or its answer is not genuine. */
export class RecorderSilentError extends OsharmError {
  constructor(reason: string, cause?: unknown) {
    super(`The recorder inside the desktop ${reason}.`, { code: 'recorder-silent', blame: 'environment', cause });
  }
}

export interface RecorderCall {
  call: 'index' | 'scan' | 'list' | 'read' | 'programs' | 'network' | 'alive' | 'end-programs' | 'renew';
  [field: string]: unknown;
}

interface Waiting {
  call: RecorderCall;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * Sends signed, numbered requests to the recorder. Calls during another request share the
 * next one, because each request starts a program in the desktop.
 */
export class RecorderLink {
  readonly #key: Buffer;
  readonly #name: string;
  readonly #exec: (command: string[]) => Promise<CommandResult>;
  readonly #leaseSeconds: number;
  #renewal: NodeJS.Timeout | undefined;
  #isRenewed = true;
  #number = 0;
  /** Called with the command of each request before it is sent. */
  onRequest: (command: readonly string[]) => void = () => undefined;
  #waiting: Waiting[] = [];
  #sending: Promise<void> | null = null;

  constructor(parts: {
    key: string;
    name: string;
    exec: (command: string[]) => Promise<CommandResult>;
    leaseSeconds: number;
  }) {
    this.#key = Buffer.from(parts.key, 'hex');
    this.#name = parts.name;
    this.#exec = parts.exec;
    this.#leaseSeconds = parts.leaseSeconds;
  }

  /** Throws RecorderSilentError, or the error of the connection to the desktop. */
  ask(call: RecorderCall): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ call, resolve, reject });
    this.#sending ??= this.#sendAll();
    return promise;
  }

  /** Ends the recorder. Programs that it stopped continue. */
  async end(): Promise<void> {
    await this.#sending;
    this.stopRenewing();
    await this.#send('"end"');
  }

  /** For a desktop that can't be reached any more. */
  stopRenewing(): void {
    this.#isRenewed = false;
    clearTimeout(this.#renewal);
  }

  /** Until a request fails, which the next call reports. */
  #renewLater(): void {
    clearTimeout(this.#renewal);
    if (!this.#isRenewed) return;
    this.#renewal = setTimeout(
      () => {
        // Any fault: the next call reports it.
        this.ask({ call: 'renew' }).catch(() => undefined);
      },
      (this.#leaseSeconds / 3) * 1000,
    ).unref();
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#renewal);
    // Calls of the same turn share a request.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const answers = await this.#answers(batch.map(({ call }) => call));
        this.#renewLater();
        for (const [at, { resolve, reject, call }] of batch.entries()) {
          const answer = answers[at];
          if (answer !== undefined && 'reply' in answer) resolve(answer.reply);
          else reject(new RecorderSilentError(`failed (${call.call}): ${answer?.error ?? 'no answer'}`));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    // Without a turn after the loop's condition, so that no call is left waiting.
    this.#sending = null;
  }

  async #answers(calls: readonly RecorderCall[]): Promise<z.infer<typeof answersSchema>> {
    const first = await this.#part(JSON.stringify(calls));
    const bodies = [first.body];
    let bytes = first.body.length;
    for (let part = 1; part < first.count; part += 1) {
      const { body } = await this.#part(String(part));
      bytes += body.length;
      if (bytes > mostPacked) throw new RecorderSilentError('sent too much');
      bodies.push(body);
    }
    try {
      const text = await unpack(Buffer.from(bodies.join(''), 'base64'), { maxOutputLength: mostUnpacked });
      await nextTurn();
      const value: unknown = JSON.parse(text.toString('utf8'));
      await nextTurn();
      return answersSchema.parse(value);
    } catch (error) {
      throw new RecorderSilentError('sent an answer that can’t be read', error);
    }
  }

  async #part(calls: string): Promise<{ count: number; body: string }> {
    const number = this.#number + 1;
    const line = await this.#send(calls);
    const words = line.split(' ');
    const [echoed = '', count = '', signature = '', body = ''] = words;
    const expected = this.#signed(echoed, count, body);
    if (words.length !== 4 || signature.length !== expected.length || body.length > mostOfPart)
      throw new RecorderSilentError('sent something else than an answer');
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
      throw new RecorderSilentError('did not sign its answer');
    if (echoed !== String(number) || !/^\d{1,4}$/.test(count))
      throw new RecorderSilentError(`answered request ${echoed.slice(0, 20)} instead of ${number}`);
    return { count: Number(count), body };
  }

  async #send(calls: string): Promise<string> {
    this.#number += 1;
    const number = String(this.#number);
    const request = [number, this.#signed(number, calls), calls].join('\n');
    const command = ['python3', '-I', '-S', '-c', askProgram, this.#name, request];
    this.onRequest(command);
    const asked = await this.#exec(command);
    if (asked.returncode !== 0 || asked.output === '')
      throw new RecorderSilentError(`does not answer: ${asked.error.trim().split('\n').at(-1)?.slice(0, 200) ?? ''}`);
    return asked.output;
  }

  #signed(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(parts.join('\n')).digest('hex');
  }
}
