/** Exchanges newline-delimited JSON with a program that may crash, stop mid-line, or send invalid messages. */

import type { Readable, Writable } from 'node:stream';
import { isTurnOver, nextTurn } from './event-loop.ts';

export type ChannelEnd =
  | { kind: 'closed' }
  /** A line is not JSON or doesn't match the schema. `line` is its start. */
  | { kind: 'shape'; reason: string; line: string }
  | { kind: 'too-long'; bytes: number }
  | { kind: 'broken'; error: Error }
  /** `onMessage` threw. */
  | { kind: 'handler'; error: unknown };

export interface MessageSchema<Message> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Message }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

export interface LineChannelOptions<Message> {
  input: Readable;
  /** If omitted, `send` does nothing. */
  output?: Writable;
  schema: MessageSchema<Message>;
  /** Maximum length of a line in bytes. Defaults to 8 MiB. */
  longest?: number;
  /** Handles one message; `bytes` is the length of its line. Reading pauses until the returned promise settles. */
  onMessage(message: Message, bytes: number): void | Promise<void>;
  onEnd(end: ChannelEnd): void;
}

const usualLongest = 8 * 2 ** 20;
const shownOfLine = 200;

/** Reads messages and stops at the first invalid one. Skips blank lines. */
export class LineChannel<Message> {
  readonly #options: LineChannelOptions<Message>;
  #isClosed = false;

  constructor(options: LineChannelOptions<Message>) {
    this.#options = options;
    // A broken pipe also ends the input, which reports it.
    options.output?.on('error', () => undefined);
    // Without a listener, an error before the first read would end the process.
    options.input.on('error', () => undefined);
    void this.#read().then((end) => {
      this.#isClosed = true;
      options.onEnd(end);
    });
  }

  /** Sends one message. It is dropped if the other side is closed. */
  send(message: unknown): void {
    if (this.#options.output?.writable === true) this.#options.output.write(`${JSON.stringify(message)}\n`);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.input.destroy();
  }

  async #read(): Promise<ChannelEnd> {
    const { input, longest = usualLongest } = this.#options;
    let parts: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of input) {
        let rest: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
          length += end;
          if (length > longest) return { kind: 'too-long', bytes: length };
          const line = parts.length === 0 ? rest.subarray(0, end) : Buffer.concat([...parts, rest.subarray(0, end)]);
          [parts, length, rest] = [[], 0, rest.subarray(end + 1)];
          const fault = await this.#take(line);
          if (fault !== null) return fault;
          if (this.#isClosed) return { kind: 'closed' };
          if (isTurnOver()) await nextTurn();
        }
        if (rest.length === 0) continue;
        parts.push(rest);
        length += rest.length;
        if (length > longest) return { kind: 'too-long', bytes: length };
      }
      return { kind: 'closed' };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (this.#isClosed || code === 'ERR_STREAM_PREMATURE_CLOSE') return { kind: 'closed' };
      return { kind: 'broken', error: error as Error };
    }
  }

  async #take(bytes: Buffer): Promise<ChannelEnd | null> {
    const line = bytes.toString('utf8');
    if (line.trim() === '') return null;
    const shown = line.slice(0, shownOfLine);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return { kind: 'shape', reason: 'it is not JSON', line: shown };
    }
    const read = this.#options.schema.safeParse(value);
    if (!read.success) return { kind: 'shape', reason: faultOf(read.error.issues), line: shown };
    try {
      const pending = this.#options.onMessage(read.data, bytes.length);
      if (pending !== undefined) await pending;
      return null;
    } catch (error) {
      return { kind: 'handler', error };
    }
  }
}

/** Describes the end of a channel as a predicate, for a sentence such as "The log of programs broke: …". */
export function endText(end: ChannelEnd): string {
  switch (end.kind) {
    case 'closed':
      return 'ended';
    case 'shape':
      return `sent a malformed message (${end.reason}): ${end.line}`;
    case 'too-long':
      return `sent a line of more than ${Math.floor(end.bytes / 1024)} kB`;
    case 'broken':
      return `broke: ${end.error.message}`;
    case 'handler':
      return `could not be followed: ${end.error instanceof Error ? end.error.message : String(end.error)}`;
    default:
      return end satisfies never;
  }
}

function faultOf(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  if (first === undefined) return 'of an unknown kind';
  return `${first.path.length === 0 ? '' : `${first.path.map(String).join('.')}: `}${first.message}`;
}
