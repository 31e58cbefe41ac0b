import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { EnvironmentError, OsharmError } from '../../../base/errors.ts';
import { type ChannelEnd, endText, LineChannel } from '../../../base/line-channel.ts';

const eventSchema = z.object({ event: z.string(), data: z.record(z.string(), z.unknown()).optional() });
const messageSchema = z.union([
  eventSchema,
  z.object({ id: z.string(), error: z.object({ desc: z.string() }) }),
  z.object({ id: z.string(), return: z.unknown() }),
  z.object({ QMP: z.unknown() }),
]);

export type MachineEvent = z.infer<typeof eventSchema>;

const callMs = 30_000;

export class QmpError extends OsharmError {
  constructor(command: string, description: string) {
    super(`QEMU refused ${command}: ${description}.`, { code: 'qmp-refused', blame: 'environment', isRetryable: true });
    this.name = 'QmpError';
  }
}

interface Waiting {
  command: string;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
}

/** Client for the QEMU Machine Protocol over a Unix socket. A malformed message ends the connection. */
export class QmpClient {
  readonly #socket: Socket;
  readonly #waiting = new Map<string, Waiting>();
  readonly #onEvent: (event: MachineEvent) => void;
  readonly #channel: LineChannel<z.infer<typeof messageSchema>>;
  #ended: string | null = null;
  #next = 0;

  private constructor(socket: Socket, onEvent: (event: MachineEvent) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    this.#channel = new LineChannel({
      input: socket,
      output: socket,
      schema: messageSchema,
      onMessage: (message) => this.#take(message),
      onEnd: (end) => this.#fail(end),
    });
  }

  /** Connects once QEMU listens. Throws EnvironmentError `qmp-connect` after `deadline` milliseconds. */
  static async connect(
    path: string,
    options: { deadline: number; onEvent: (event: MachineEvent) => void; alive?: () => string | null },
  ): Promise<QmpClient> {
    const end = performance.now() + options.deadline;
    for (;;) {
      const gone = options.alive?.() ?? null;
      if (gone !== null || performance.now() > end)
        throw new EnvironmentError(`QEMU can't be controlled: ${gone ?? 'no answer'}.`, {
          code: 'qmp-connect',
          isRetryable: true,
        });
      const socket = await opened(path);
      if (socket === null) {
        await sleep(20);
        continue;
      }
      const client = new QmpClient(socket, options.onEvent);
      await client.call('qmp_capabilities');
      return client;
    }
  }

  /** Runs a command and returns its result. Throws `QmpError`, or EnvironmentError `qmp-deadline` or `qmp-closed`. */
  call<Answer = unknown>(command: string, args: Record<string, unknown> = {}, deadline = callMs): Promise<Answer> {
    this.#next += 1;
    const id = String(this.#next);
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(
          new EnvironmentError(`QEMU did not answer ${command} within ${deadline / 1000} s.`, { code: 'qmp-deadline' }),
        );
      }, deadline);
      this.#waiting.set(id, { command, resolve: resolve as (value: unknown) => void, reject, timer });
      if (this.#ended === null && this.#socket.destroyed) this.#ended = 'ended';
      if (this.#ended === null) this.#channel.send({ execute: command, arguments: args, id });
      else this.#rejectAll(this.#ended);
    });
  }

  async monitor(line: string, deadline = callMs): Promise<string> {
    return this.call<string>('human-monitor-command', { 'command-line': line }, deadline);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(message: z.infer<typeof messageSchema>): void {
    if ('event' in message) this.#onEvent(message);
    if ('event' in message || 'QMP' in message) return;
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    this.#waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if ('error' in message) waiting.reject(new QmpError(waiting.command, message.error.desc));
    else waiting.resolve(message.return);
  }

  #fail(end: ChannelEnd): void {
    this.#ended ??= endText(end);
    this.#socket.destroy();
    this.#rejectAll(this.#ended);
  }

  #rejectAll(how: string): void {
    for (const { command, reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(
        new EnvironmentError(`QEMU did not answer ${command}: its channel ${how}.`, {
          code: 'qmp-closed',
          isRetryable: true,
        }),
      );
    }
    this.#waiting.clear();
  }
}

/** Null if nothing listens yet. */
function opened(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(null));
  });
}
