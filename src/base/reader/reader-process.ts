import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { EnvironmentError } from '../errors.ts';
import { awaitLater, isSystemError, rethrowUnless } from '../expected-errors.ts';
import { errorFromProcess } from '../extension.ts';
import { LineChannel } from '../line-channel.ts';
import { siblingProgram } from '../record/sibling-program.ts';
import { preloads } from './preloads.ts';
import { type FromReader, fromReaderSchema, packMessage, type ToReader } from './reader-messages.ts';
import type { ReadingJob } from './reading-job.ts';

const program = fileURLToPath(siblingProgram(import.meta.url, './reader-main'));
/** Megabytes of JavaScript objects. */
const heapMegabytes = 384;
/** Kilobytes that a process may map for writing. Node itself takes 580 MB, of which it uses 50. */
const dataKilobytes = 1_800 * 1024;
/** Milliseconds until a fresh process is ready: more than any machine takes that still works. */
const startLimit = 60_000;
/** Milliseconds between two looks at the clock. */
const longestLook = 1_000;
/** A process that has grown beyond this is not used again. */
const tiredBytes = 400 * 2 ** 20;
/** Longest line that is taken; replies have limits of their own below it. */
const longestLine = 96 * 2 ** 20;
const keptErrorText = 4_000;

/** What came of one piece of reading in a process. */
export type ProcessOutcome =
  | { kind: 'reply'; reply: unknown }
  /** Why it was not read. `isMemory`: the process ran out of memory, of which earlier readings may hold a part. */
  | { kind: 'not-read'; reason: string; isMemory?: boolean }
  /** Somebody else ended the process: worth another try. */
  | { kind: 'killed' };

/** Answers what a reader asks back. An error that one of them throws ends the reading and goes to whoever asked for it. */
export type ReaderAnswers = Readonly<Record<string, (...parameters: (string | string[])[]) => Promise<unknown>>>;

/** Milliseconds of the processor and of the clock. */
interface Spent {
  processor: number;
  clock: number;
}

interface Running {
  id: number;
  work: ReadingJob<unknown, unknown>;
  answers: ReaderAnswers;
  settle(outcome: ProcessOutcome): void;
  fail(error: unknown): void;
  /** Milliseconds of work left, of the processor and of the clock. */
  left: Spent;
  /** What was spent when it went on working; null while it waits for an answer or is being loaded. */
  since: Spent | null;
  timer: NodeJS.Timeout | null;
  questions: number;
  /** Questions that nobody has answered yet. */
  open: number;
}

/**
 * One process that reads what agents made: 384 MB of objects, about 1.2 GB in all, no secrets in its environment, one
 * piece of reading at a time. It is the first that the kernel ends where memory is short. It keeps nobody's process
 * alive while it has nothing to do.
 */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  #running: Running | null = null;
  #lastId = 0;
  #stderr = '';
  #isKilled = false;
  #isTired = false;
  #isEnded = false;

  constructor() {
    const limits = `ulimit -c 0; ulimit -d ${dataKilobytes}; echo 800 > /proc/self/oom_score_adj`;
    const node = [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${heapMegabytes}`,
      program,
      String(process.pid),
    ];
    if (preloads.length > 0) node.push(JSON.stringify(preloads));
    const environment: NodeJS.ProcessEnv = Object.fromEntries(
      ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'XDG_CACHE_HOME'].flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name]]],
      ),
    );
    // Node takes the folder above the one of its own version.
    const compiled = getCompileCacheDir();
    if (compiled !== undefined) environment.NODE_COMPILE_CACHE = dirname(compiled);
    this.#child = spawn('/bin/sh', ['-c', `{ ${limits}; } 2> /dev/null; exec "$0" "$@"`, process.execPath, ...node], {
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      env: environment,
    });
    const start = setTimeout(() => this.#child.kill('SIGKILL'), startLimit);
    start.unref();
    this.#ready.promise.then(
      () => clearTimeout(start),
      () => clearTimeout(start),
    );
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptErrorText);
    });
    this.#child.stdin?.on('error', () => undefined);
    this.#child.on('error', (error) => this.#end(null, null, error));
    this.#child.on('exit', (code, signal) => this.#end(code, signal, null));
    new LineChannel<FromReader>({
      input: this.#child.stdio[3] as Readable,
      schema: fromReaderSchema,
      longest: longestLine,
      onMessage: (message) => this.#take(message),
      onEnd: (end) => {
        // What it says can't be followed any more: a message out of shape is no reply.
        if (end.kind !== 'closed') this.close();
      },
    });
    this.#hold(false);
  }

  /** False for one that has ended or grown too large. */
  get isUsable(): boolean {
    return !this.#isEnded && !this.#isKilled && !this.#isTired;
  }

  get id(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Does one piece of reading; call it while no other runs. Rejects where an answer did, where the reader raised an
   * error of ours, and where no process can be had.
   */
  async read(work: ReadingJob<unknown, unknown>, input: unknown, answers: ReaderAnswers): Promise<ProcessOutcome> {
    this.#hold(true);
    try {
      await this.#ready.promise;
      if (this.#isEnded) return { kind: 'killed' };
      const { promise, resolve, reject } = Promise.withResolvers<ProcessOutcome>();
      const { milliseconds, clock, replyBytes } = work.limits;
      const running: Running = {
        id: ++this.#lastId,
        work,
        answers,
        settle: resolve,
        fail: reject,
        left: { processor: milliseconds, clock },
        since: null,
        timer: null,
        questions: 0,
        open: 0,
      };
      this.#running = running;
      this.#send({ kind: 'read', id: this.#lastId, module: work.module, name: work.name, input, replyBytes });
      running.timer = setTimeout(() => this.#giveUp(running, `had not begun after ${startLimit / 1000} s`), startLimit);
      return await promise;
    } finally {
      this.#pause(this.#running);
      this.#running = null;
      this.#hold(false);
    }
  }

  /** Ends it at once, with whatever it does. */
  close(): void {
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  #take(message: FromReader): void {
    if (message.kind === 'ready') this.#ready.resolve();
    else if (this.#running !== null && message.id === this.#running.id) this.#follow(this.#running, message);
  }

  #follow(running: Running, message: Exclude<FromReader, { kind: 'ready' }>): void {
    switch (message.kind) {
      case 'begun':
        this.#work(running);
        break;
      case 'reply':
        this.#isTired = message.residentBytes > tiredBytes;
        running.settle({ kind: 'reply', reply: message.reply });
        break;
      case 'failed':
        this.#isTired = message.residentBytes > tiredBytes;
        running.settle({ kind: 'not-read', reason: message.message });
        break;
      case 'raised': {
        const { message: words, code, blame, isRetryable, hint } = message;
        const known = hint === undefined ? {} : { hint };
        running.fail(errorFromProcess(words, { code, blame, isRetryable, ...known }));
        break;
      }
      case 'ask':
        void this.#answer(running, message);
        break;
      default:
        message satisfies never;
    }
  }

  async #answer(running: Running, request: Extract<FromReader, { kind: 'ask' }>): Promise<void> {
    const { id, question } = request;
    running.open++;
    this.#pause(running);
    const most = running.work.limits.questions;
    if (++running.questions > most) {
      this.#giveUp(running, `needs more than ${most} files`);
      return;
    }
    try {
      const answer = running.answers[request.call];
      if (answer === undefined) throw new Error(`Nobody answers ${request.call}.`);
      const value = await answer(...request.parameters);
      this.#send({ kind: 'answer', id, question, value });
      if (--running.open === 0 && this.#running === running) this.#work(running);
    } catch (error) {
      running.fail(error);
      this.#send({ kind: 'refuse', id, question });
    }
  }

  /** Counts the time of work, in which no question is open, and looks again. */
  #work(running: Running): void {
    if (running.timer !== null) clearTimeout(running.timer);
    running.since ??= this.#spent();
    const left = this.#left(running, running.since);
    if (left.processor <= 0 || left.clock <= 0) {
      const { milliseconds, clock } = running.work.limits;
      this.#giveUp(running, `took longer than ${(left.processor <= 0 ? milliseconds : clock) / 1000} s`);
      return;
    }
    const look = Math.min(longestLook, Math.max(20, left.processor), Math.max(20, left.clock));
    running.timer = setTimeout(() => this.#work(running), look);
  }

  #pause(running: Running | null): void {
    if (running === null) return;
    if (running.timer !== null) clearTimeout(running.timer);
    if (running.since !== null) running.left = this.#left(running, running.since);
    running.since = null;
  }

  #left({ left }: Running, since: Spent): Spent {
    const now = this.#spent();
    return {
      processor: left.processor - (now.processor - since.processor),
      clock: left.clock - (now.clock - since.clock),
    };
  }

  #spent(): Spent {
    const clock = performance.now();
    return { processor: processorTime(this.#child.pid) ?? clock, clock };
  }

  #giveUp(running: Running, reason: string): void {
    this.close();
    running.settle({ kind: 'not-read', reason });
  }

  #end(code: number | null, signal: NodeJS.Signals | null, error: Error | null): void {
    this.#isEnded = true;
    const why = error?.message ?? this.#stderr.trim().split('\n').at(-1) ?? '';
    this.#ready.reject(
      new EnvironmentError(`A process that reads files could not be started (${signal ?? code ?? ''} ${why}).`, {
        code: 'reader-start',
        hint: 'Check free memory and the process limit, then run the same command again.',
        isRetryable: true,
        cause: error ?? undefined,
      }),
    );
    awaitLater(this.#ready.promise);
    if (this.#running === null) return;
    if (signal === 'SIGKILL' && !this.#isKilled) {
      this.#running.settle({ kind: 'killed' });
      return;
    }
    const isMemory = /out of memory|heap limit|bad_alloc|allocation failed/i.test(this.#stderr);
    const reason = isMemory ? 'took more memory than reading may' : `ended its reader (${signal ?? `exit ${code}`})`;
    this.#running.settle({ kind: 'not-read', reason, isMemory });
  }

  #send(message: ToReader): void {
    const stdin = this.#child.stdin as Writable | null;
    if (stdin?.writable !== true) return;
    for (const piece of packMessage(message)) stdin.write(piece);
  }

  #hold(isHeld: boolean): void {
    const { stdin, stderr, stdio } = this.#child;
    for (const item of [this.#child, stdin, stderr, stdio[3]] as ({ ref?(): void; unref?(): void } | null)[])
      if (isHeld) item?.ref?.();
      else item?.unref?.();
  }
}

/** Milliseconds that a process has had of the processor, all its threads together; null where the system doesn't tell. */
function processorTime(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    // Fields 14 and 15 of proc(5), in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return null;
  }
}
