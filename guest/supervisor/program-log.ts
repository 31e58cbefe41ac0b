import { connect, type Socket } from 'node:net';
import * as z from 'zod/mini';
import { endText, LineChannel } from '../../src/base/line-channel.ts';
import {
  type FileOpened,
  fileOpenedSchema,
  type ProgramSeen,
  programSeenSchema,
} from '../../src/desktop/client/supervisor-protocol.ts';
import { ownOpens } from './own-opens.ts';

const mostKept = 20_000;
const mostLetters = 16 * 2 ** 20;
/** Arguments are cut to this many characters. The second limit applies only if the first is not enough. */
const shortened = [4096, 512] as const;
const dropped = 2_000;
const period = 20;

/** Most frequent first, because the schemas are tried in order. */
const lineSchema = z.union([
  programSeenSchema,
  z.strictObject({ mark: z.number() }),
  fileOpenedSchema,
  z.strictObject({ unwatched: z.string() }),
]);

/** Programs that the desktop started, as `program_log.py` records them, and who opened watched files. */
export class ProgramLog {
  readonly #path: string;
  readonly #onEnd: (reason: string) => void;
  readonly #seen: ProgramSeen[] = [];
  readonly #marks = new Map<number, () => void>();
  readonly #opened: FileOpened[] = [];
  #unwatched: string | null = null;
  #channel: LineChannel<z.infer<typeof lineSchema>> | null = null;
  /** Number of entries that were already returned. */
  #given = 0;
  #letters = 0;
  #nextMark = 1;
  #isOver = false;

  constructor(path: string, onEnd: (reason: string) => void) {
    this.#path = path;
    this.#onEnd = onEnd;
  }

  start(): void {
    const socket: Socket = connect(this.#path);
    const again = () => setTimeout(() => this.start(), period);
    socket.once('error', again);
    socket.once('connect', () => {
      socket.off('error', again);
      this.#channel = new LineChannel({
        input: socket,
        output: socket,
        schema: lineSchema,
        onMessage: (line) => this.#take(line),
        onEnd: (end) => this.#fail(`the log of programs ${endText(end)}`),
      });
      for (const mark of this.#marks.keys()) this.#channel.send(mark);
    });
  }

  /** Waits for all entries so far; if the log has failed, returns those before the failure. */
  async since(time: number): Promise<ProgramSeen[]> {
    await this.#upToNow();
    const first = this.#seen[this.#given];
    if (first === undefined || first.time >= time) this.#given = this.#seen.length;
    return this.#seen.filter((program) => program.time >= time);
  }

  /** `here`: path in this process. Returns why files can't be watched, or null. */
  async watchOpens(files: readonly { here: string; path: string }[]): Promise<string | null> {
    this.#unwatched = null;
    this.#channel?.send({ watch: files.map(({ here, path }) => [here, path]) });
    await this.#upToNow();
    return this.#unwatched;
  }

  async openedSince(since: number): Promise<FileOpened[]> {
    await this.#upToNow();
    return this.#opened.slice(since);
  }

  async #upToNow(): Promise<void> {
    if (this.#isOver) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const mark = this.#nextMark++;
    this.#marks.set(mark, resolve);
    // If the log isn't connected yet, the mark is sent on connecting.
    this.#channel?.send(mark);
    await promise;
  }

  #take(line: z.infer<typeof lineSchema>): void {
    if ('mark' in line) {
      this.#marks.get(line.mark)?.();
      this.#marks.delete(line.mark);
      return;
    }
    if ('unwatched' in line) {
      this.#unwatched = line.unwatched;
      return;
    }
    if ('opened' in line) {
      if (!ownOpens.take(line)) this.#opened.push(line);
      return;
    }
    this.#seen.push(line);
    this.#letters += lettersOf(line);
    for (const most of shortened) if (this.#letters > mostLetters) this.#shorten(most);
    if (this.#seen.length > mostKept || this.#letters > mostLetters) this.#drop();
  }

  #shorten(most: number): void {
    for (const [at, program] of this.#seen.entries()) {
      if (lettersOf(program) <= most) continue;
      const short = withLetters(program, most);
      this.#letters -= lettersOf(program) - lettersOf(short);
      this.#seen[at] = short;
    }
  }

  /**
   * Drops entries that were already returned, or otherwise entries in the middle, so that a flood hides neither what
   * precedes nor what follows it.
   */
  #drop(): void {
    const from = this.#given > 0 ? 0 : Math.floor(this.#seen.length / 4);
    const gone = this.#seen.splice(from, this.#given > 0 ? Math.min(this.#given, dropped) : dropped);
    for (const programSeen of gone) this.#letters -= lettersOf(programSeen);
    const next = this.#seen[from];
    if (this.#given > 0) this.#given -= gone.length;
    else if (next !== undefined) {
      const lost = gone.reduce((sum, programSeen) => sum + 1 + (programSeen.lost ?? 0), next.lost ?? 0);
      this.#seen[from] = { ...next, lost };
    }
  }

  #fail(reason: string): void {
    this.#isOver = true;
    for (const resolve of this.#marks.values()) resolve();
    this.#marks.clear();
    this.#onEnd(reason);
  }
}

function withLetters(program: ProgramSeen, most: number): ProgramSeen {
  const argv: string[] = [];
  let left = most - programLetters;
  for (const word of program.argv) {
    if (left <= 0) break;
    // A copy, because a slice would keep the whole string in memory.
    argv.push(word.length <= left ? word : Buffer.from(word.slice(0, left)).toString());
    left -= word.length;
  }
  return { ...program, argv, truncated: true };
}

const programLetters = 200;

const lettersOf = ({ argv }: ProgramSeen): number => argv.reduce((sum, word) => sum + word.length, programLetters);
