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

/** Maximum number of calls in flight: enough to keep the program busy, few enough to stop quickly. */
const WINDOW = 512;
/** A program that leaves a call unanswered for this long counts as hung. */
const CALL_DEADLINE_MS = 3_000;

/**
 * Pipelined calls for one reading of a program. Error replies go to the handlers; a missed deadline or a lost
 * connection fails the whole reading.
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

  /** `destination`: the program's bus name; undefined on a direct connection. */
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

  /** Stops the reading: `finish` rejects with `reason`, and later answers are ignored. */
  fail(reason: Error): void {
    if (this.#failure) return;
    this.#failure = reason;
    this.#waiting = [];
    this.#next = 0;
    this.#settle?.();
  }

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
