import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, OsharmError } from '../../../errors.ts';

/** Something that the machine tells by itself. */
export interface MachineEvent {
  event: string;
  data?: Readonly<Record<string, unknown>>;
}

const callMs = 30_000;

/** The machine refused a command. */
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

/** Speaks QEMU's machine protocol over a Unix socket. */
export class QmpClient {
  readonly #socket: Socket;
  readonly #waiting = new Map<string, Waiting>();
  readonly #onEvent: (event: MachineEvent) => void;
  #buffer = '';
  #next = 0;

  private constructor(socket: Socket, onEvent: (event: MachineEvent) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    socket.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#fail());
  }

  /** Connects as soon as the machine listens. Throws EnvironmentError `qmp-connect` after `deadline` milliseconds. */
  static async connect(
    path: string,
    options: { deadline: number; onEvent: (event: MachineEvent) => void; alive?: () => string | null },
  ): Promise<QmpClient> {
    const end = performance.now() + options.deadline;
    for (;;) {
      const gone = options.alive?.() ?? null;
      if (gone !== null || performance.now() > end)
        throw new EnvironmentError(`QEMU can't be spoken to: ${gone ?? 'no answer'}.`, {
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

  /** Gives a command and waits for its answer. Throws `QmpError`, or EnvironmentError `qmp-deadline` and `qmp-closed`. */
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
      if (this.#socket.destroyed) this.#fail();
      else this.#socket.write(`${JSON.stringify({ execute: command, arguments: args, id })}\n`);
    });
  }

  /** A command of the monitor that people use; what it prints. */
  async monitor(line: string, deadline = callMs): Promise<string> {
    return this.call<string>('human-monitor-command', { 'command-line': line }, deadline);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#buffer += text;
    for (let end = this.#buffer.indexOf('\n'); end !== -1; end = this.#buffer.indexOf('\n')) {
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 1);
      if (line.trim() !== '') this.#take(line);
    }
  }

  #take(line: string): void {
    let message: { id?: string; return?: unknown; error?: { desc?: string }; event?: string };
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    if (message.event !== undefined) this.#onEvent(message as MachineEvent);
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (message.id === undefined || waiting === undefined) return;
    this.#waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.error === undefined) waiting.resolve(message.return);
    else waiting.reject(new QmpError(waiting.command, message.error.desc ?? 'no reason given'));
  }

  #fail(): void {
    for (const { command, reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(
        new EnvironmentError(`QEMU ended before it answered ${command}.`, { code: 'qmp-closed', isRetryable: true }),
      );
    }
    this.#waiting.clear();
  }
}

/** Null where nobody listens yet. */
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
