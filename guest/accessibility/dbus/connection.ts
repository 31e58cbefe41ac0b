import type { Socket } from 'node:net';
import { openAuthenticatedSocket } from './authenticate.ts';
import { BodyReader } from './body-reader.ts';
import { BodyWriter } from './body-writer.ts';
import { DBusError } from './dbus-error.ts';
import { headerStrings, type IncomingMessage, messageLength, readHeader } from './message-splitter.ts';
import { callLength, type MethodCall, writeAnswer, writeCall } from './method-call.ts';

/** Called exactly once, synchronously on receipt, with the reply's body or the error. */
export type ReplyHandler = (reply: BodyReader | null, error: DBusError | null) => void;

export interface Signal {
  path: string;
  interface: string;
  member: string;
  sender: string | undefined;
  body: BodyReader;
}

/** `body` is valid only until the handler first awaits. */
export interface IncomingCall extends Signal {
  answer(signature: string, body: BodyWriter): void;
  /** `name`: a D-Bus error name. */
  refuse(name: string): void;
}

interface Pending {
  handler: ReplyHandler;
  deadline: number;
  call: MethodCall;
}

const CHECK_DEADLINES_MS = 100;
const OUT_BYTES = 32 * 1024;
const MANY_PENDING = 64;
const GATHER_MS = 2;

/**
 * A connection to a D-Bus bus or directly to a program. All calls from one turn of the event loop share a single write.
 * Programs write each answer separately, so while many calls are pending, the socket is read only every two
 * milliseconds, which saves CPU time. Every call has a deadline.
 */
export class DBusConnection {
  #socket: Socket | null = null;
  #pending = new Map<number, Pending>();
  #serial = 0;
  #out: Buffer = Buffer.allocUnsafe(OUT_BYTES);
  #outLength = 0;
  #flushScheduled = false;
  #partial: Buffer = Buffer.alloc(0);
  #partialLength = 0;
  #message: IncomingMessage = { type: 0, flags: 0, serial: 0, replySerial: 0, signature: '', bodyStart: 0, bodyEnd: 0 };
  #reader = new BodyReader();
  #timer: NodeJS.Timeout | null = null;
  #closed: DBusError | null = null;
  #onSignal: ((signal: Signal) => void) | undefined;
  #onCall: ((call: IncomingCall) => void) | undefined;
  #onClose: (() => void) | undefined;

  private constructor() {}

  static async open(
    path: string,
    options: {
      deadlineMs: number;
      onSignal?: (signal: Signal) => void;
      onCall?: (call: IncomingCall) => void;
      onClose?: () => void;
    },
  ): Promise<DBusConnection> {
    const connection = new DBusConnection();
    connection.#onSignal = options.onSignal;
    connection.#onCall = options.onCall;
    const socket = await openAuthenticatedSocket(
      path,
      {
        received: (b, s, e) => {
          connection.#received(b, s, e);
          return !connection.#gathers();
        },
      },
      options.deadlineMs,
    );
    connection.#socket = socket;
    connection.#onClose = options.onClose;
    socket.on('error', () => {});
    socket.on('close', () => connection.#end(new DBusError('closed', 'the D-Bus connection ended')));
    // An idle connection must not keep the process alive. The deadline timer does so for pending calls.
    socket.unref();
    return connection;
  }

  get isClosed(): boolean {
    return this.#closed !== null;
  }

  get pendingCalls(): number {
    return this.#pending.size;
  }

  /** `body` replaces the encoded body of the call. */
  call(call: MethodCall, path: string, deadlineMs: number, handler: ReplyHandler, body: Buffer = call.body): void {
    if (this.#closed || !this.#socket) {
      const error = this.#closed ?? new DBusError('closed', 'not connected');
      queueMicrotask(() => handler(null, error));
      return;
    }
    const needed = callLength(call, path, body);
    if (this.#outLength + needed > this.#out.length) {
      this.#flush();
      if (needed > this.#out.length) this.#out = Buffer.allocUnsafe(needed);
    }
    this.#nextSerial();
    this.#outLength = writeCall(this.#out, this.#outLength, call, path, body, this.#serial);
    this.#pending.set(this.#serial, { handler, deadline: performance.now() + deadlineMs, call });
    if (!this.#flushScheduled) {
      this.#flushScheduled = true;
      queueMicrotask(() => {
        this.#flushScheduled = false;
        this.#flush();
      });
    }
    this.#timer ??= setInterval(() => this.#failOverdue(), CHECK_DEADLINES_MS);
  }

  /** Like `call`, but returns a promise. `read` runs while the body is valid. */
  request<T>(
    call: MethodCall,
    path: string,
    deadlineMs: number,
    read: (reply: BodyReader) => T,
    body?: Buffer,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this.call(
        call,
        path,
        deadlineMs,
        (reply, error) => {
          if (!reply) return reject(error);
          try {
            resolve(read(reply));
          } catch (cause) {
            reject(cause);
          }
        },
        body,
      );
    });
  }

  close(): void {
    this.#end(new DBusError('closed', 'closed by us'));
  }

  #flush(): void {
    if (this.#outLength === 0 || !this.#socket) return;
    // The socket uses the buffer until it is written.
    const isSmall = this.#outLength < OUT_BYTES / 8;
    const bytes = this.#out.subarray(0, this.#outLength);
    this.#outLength = 0;
    this.#socket.write(isSmall ? Buffer.from(bytes) : bytes);
    if (!isSmall) this.#out = Buffer.allocUnsafe(OUT_BYTES);
  }

  #received(buffer: Buffer, start: number, end: number): void {
    try {
      if (this.#partialLength === 0) {
        const rest = this.#takeMessages(buffer, start, end);
        if (rest < end) this.#keep(buffer, rest, end);
        return;
      }
      this.#keep(buffer, start, end);
      const rest = this.#takeMessages(this.#partial, 0, this.#partialLength);
      this.#partial.copyWithin(0, rest, this.#partialLength);
      this.#partialLength -= rest;
      if (this.#partialLength === 0) this.#partial = Buffer.alloc(0);
    } catch (cause) {
      this.#end(new DBusError('protocol', `unreadable D-Bus message: ${(cause as Error).message}`));
    }
  }

  /** While many calls are pending, pauses reading for a moment and returns true. */
  #gathers(): boolean {
    if (this.#pending.size < MANY_PENDING) return false;
    setTimeout(() => this.#socket?.resume(), GATHER_MS);
    return true;
  }

  #keep(buffer: Buffer, start: number, end: number): void {
    const needed = this.#partialLength + end - start;
    if (needed > this.#partial.length) {
      const known = messageLength(this.#partial, 0, this.#partialLength) || messageLength(buffer, start, end);
      const grown = Buffer.allocUnsafe(Math.max(needed * 2, known, 64 * 1024));
      this.#partial.copy(grown, 0, 0, this.#partialLength);
      this.#partial = grown;
    }
    buffer.copy(this.#partial, this.#partialLength, start, end);
    this.#partialLength = needed;
  }

  /** Returns the offset of the first incomplete message. */
  #takeMessages(buffer: Buffer, start: number, end: number): number {
    let at = start;
    while (this.#closed === null) {
      const length = messageLength(buffer, at, end);
      if (length === 0 || at + length > end) break;
      readHeader(buffer, at, this.#message);
      this.#dispatch(buffer, at);
      at += length;
    }
    return at;
  }

  #dispatch(buffer: Buffer, at: number): void {
    const message = this.#message;
    if (message.type === 2 || message.type === 3) {
      const pending = this.#pending.get(message.replySerial);
      if (!pending) return;
      this.#pending.delete(message.replySerial);
      this.#stopTimerIfIdle();
      if (message.type === 2) {
        this.#reader.reset(buffer, message.bodyStart, message.bodyEnd, message.signature);
        pending.handler(this.#reader, null);
      } else {
        const name = headerStrings(buffer, at)[4] ?? 'org.freedesktop.DBus.Error.Failed';
        pending.handler(null, new DBusError(name, `${pending.call.member}: ${name}`));
      }
    } else if (message.type === 4 && this.#onSignal) {
      this.#onSignal(this.#readSignal(buffer, at));
    } else if (message.type === 1 && this.#onCall) {
      const call = this.#readSignal(buffer, at);
      const replySerial = message.serial;
      const send = (signature: string, body: BodyWriter, error?: string): void => {
        if (this.#closed || call.sender === undefined) return;
        this.#flush();
        const errorMessage = { serial: this.#nextSerial(), replySerial, destination: call.sender, signature, body };
        this.#socket?.write(writeAnswer(error === undefined ? errorMessage : { ...errorMessage, error }));
      };
      this.#onCall({ ...call, answer: send, refuse: (name) => send('', new BodyWriter(), name) });
    }
  }

  #readSignal(buffer: Buffer, at: number): Signal {
    const { bodyStart, bodyEnd, signature } = this.#message;
    const [, path = '', on = '', member = '', , , , sender] = headerStrings(buffer, at);
    this.#reader.reset(buffer, bodyStart, bodyEnd, signature);
    return { path, interface: on, member, sender, body: this.#reader };
  }

  #nextSerial(): number {
    this.#serial = this.#serial >= 0x7fffffff ? 1 : this.#serial + 1;
    return this.#serial;
  }

  #failOverdue(): void {
    const now = performance.now();
    for (const [serial, pending] of this.#pending) {
      if (pending.deadline > now) continue;
      this.#pending.delete(serial);
      pending.handler(null, new DBusError('deadline', `${pending.call.member}: no answer in time`));
    }
    this.#stopTimerIfIdle();
  }

  #stopTimerIfIdle(): void {
    if (this.#pending.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #end(error: DBusError): void {
    if (this.#closed) return;
    this.#closed = error;
    this.#socket?.destroy();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#stopTimerIfIdle();
    for (const { handler } of pending) handler(null, error);
    this.#onClose?.();
  }
}
