import type { BodyReader } from './dbus/body-reader.ts';
import type { DBusConnection, ReplyHandler } from './dbus/connection.ts';
import { DBusError } from './dbus/dbus-error.ts';
import type { MethodCall } from './dbus/method-call.ts';
import { type Methods, methodsFor } from './methods.ts';

interface Waiting {
  call: MethodCall;
  path: string;
  handler: ReplyHandler;
  body: Buffer;
}

/** Calls sent and not answered yet, at most: enough to keep the other side busy, few enough to stop soon. */
const WINDOW = 512;
/** A program that leaves one call unanswered this long is taken for hung. */
const CALL_DEADLINE_MS = 3_000;

/**
 * The pipelined calls of one reading of one program. Handlers may make more calls; `finish` waits until none is left.
 * An error answer goes to its handler; a call past its deadline or a lost connection ends the whole reading.
 */
export class Channel {
  readonly methods: Methods;
  #connection: DBusConnection;
  #deadlineMs: number;
  #waiting: Waiting[] = [];
  #next = 0;
  #inFlight = 0;
  #failure: Error | null = null;
  #settle: (() => void) | null = null;
  calls = 0;

  /** `destination` is the program's name on the bus, undefined on a direct connection to it. */
  constructor(connection: DBusConnection, destination: string | undefined, callDeadlineMs = CALL_DEADLINE_MS) {
    this.#connection = connection;
    this.#deadlineMs = callDeadlineMs;
    this.methods = cachedMethods(destination);
  }

  call(call: MethodCall, path: string, handler: ReplyHandler, body: Buffer = call.body): void {
    if (this.#failure) return;
    if (this.#inFlight >= WINDOW) this.#waiting.push({ call, path, handler, body });
    else this.#send(call, path, handler, body);
  }

  /** Ends the reading: nothing more is sent, answers are ignored, `finish` rejects with `reason`. */
  fail(reason: Error): void {
    if (this.#failure) return;
    this.#failure = reason;
    this.#waiting = [];
    this.#next = 0;
    this.#settle?.();
  }

  /** Resolves once every call has been answered. */
  finish(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = (): void => {
        this.#settle = null;
        if (this.#failure) reject(this.#failure);
        else resolve();
      };
      if (this.#failure || this.#inFlight === 0) this.#settle();
    });
  }

  #send(call: MethodCall, path: string, handler: ReplyHandler, body: Buffer): void {
    this.#inFlight += 1;
    this.calls += 1;
    this.#connection.call(call, path, this.#deadlineMs, (reply, error) => this.#answered(handler, reply, error), body);
  }

  #answered(handler: ReplyHandler, reply: BodyReader | null, error: DBusError | null): void {
    this.#inFlight -= 1;
    if (this.#failure) return;
    if (error && !error.isAnswer) {
      this.fail(error);
      return;
    }
    try {
      handler(reply, error);
    } catch (cause) {
      this.fail(cause instanceof RangeError ? new DBusError('protocol', cause.message) : (cause as Error));
      return;
    }
    while (this.#inFlight < WINDOW && this.#next < this.#waiting.length) {
      const next = this.#waiting[this.#next] as Waiting;
      this.#next += 1;
      this.#send(next.call, next.path, next.handler, next.body);
    }
    if (this.#next > 0 && this.#next === this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    if (this.#inFlight === 0) this.#settle?.();
  }
}

const methodsByDestination = new Map<string | undefined, Methods>();

function cachedMethods(destination: string | undefined): Methods {
  let methods = methodsByDestination.get(destination);
  if (!methods) {
    if (methodsByDestination.size >= 64) methodsByDestination.clear();
    methods = methodsFor(destination);
    methodsByDestination.set(destination, methods);
  }
  return methods;
}
