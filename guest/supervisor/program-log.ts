import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { ProgramSeen } from '../../src/desktop/supervisor-protocol.ts';

const mostKept = 20_000;
const period = 20;

type Line = ProgramSeen | { mark: number };

/** Every program that the desktop started, as `program_log.py` notes it at the moment of the start. */
export class ProgramLog {
  readonly #path: string;
  readonly #seen: ProgramSeen[] = [];
  readonly #marks = new Map<number, () => void>();
  #socket: Socket | null = null;
  #nextMark = 1;
  #failure: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Connects as soon as the log is there. */
  start(): void {
    const socket = connect(this.#path);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (this.#socket === null) setTimeout(() => this.start(), period);
      else this.#fail('the log of programs ended');
    });
    socket.once('connect', () => {
      this.#socket = socket;
      for (const mark of this.#marks.keys()) socket.write(`${mark}\n`);
    });
    // Readline gives the socket's error on as its own.
    createInterface({ input: socket })
      .on('error', () => undefined)
      .on('line', (line) => this.#take(JSON.parse(line) as Line));
  }

  /** Programs started since that time (Unix milliseconds), up to this moment. Throws where the log broke off. */
  async since(time: number): Promise<ProgramSeen[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const mark = this.#nextMark++;
    this.#marks.set(mark, resolve);
    if (this.#failure !== null) resolve();
    else this.#socket?.write(`${mark}\n`);
    // Not connected yet: it is asked on connecting.
    await promise;
    if (this.#failure !== null) throw new Error(this.#failure);
    return this.#seen.filter((program) => program.time >= time);
  }

  #take(line: Line): void {
    if ('mark' in line) {
      this.#marks.get(line.mark)?.();
      this.#marks.delete(line.mark);
      return;
    }
    this.#seen.push(line);
    if (this.#seen.length > mostKept) this.#seen.splice(0, mostKept / 10);
  }

  #fail(reason: string): void {
    this.#failure = reason;
    for (const resolve of this.#marks.values()) resolve();
    this.#marks.clear();
  }
}
