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
const heapMegabytes = 384;
/** Limit for writable private mappings (`ulimit -d`). Node alone maps 580 MB but uses only 50. */
const dataKilobytes = 1_800 * 1024;
const startLimit = 60_000;
const longestLook = 1_000;
/** A process whose resident memory exceeds this is not reused. */
const tiredBytes = 400 * 2 ** 20;
const longestLine = 96 * 2 ** 20;
const keptErrorText = 4_000;

export type ProcessOutcome =
  | { kind: 'reply'; reply: unknown }
  /** `isMemory`: the process ran out of memory, some of which earlier jobs may have used. */
  | { kind: 'not-read'; reason: string; isMemory?: boolean }
  /** Something outside osharm killed the process: worth a retry. */
  | { kind: 'killed' };

/** The functions that a job can call back. If one rejects, the job ends and its caller gets the error. */
export type ReaderAnswers = Readonly<Record<string, (...parameters: (string | string[])[]) => Promise<unknown>>>;

/** Milliseconds of processor time and of elapsed time. */
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
  left: Spent;
  /** The times when the current stretch of work started; null while the job waits for an answer or loads. */
  since: Spent | null;
  timer: NodeJS.Timeout | null;
  questions: number;
  open: number;
}

/**
 * A process that reads files created by agents, one job at a time, with 384 MB of heap and no secrets in its
 * environment. If memory runs out, the kernel kills it first. While idle, it doesn't keep its parent alive.
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
    // Node appends a directory for its version, so pass the parent directory.
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
        // A malformed message is not a reply, and nothing after it can be trusted.
        if (end.kind !== 'closed') this.close();
      },
    });
    this.#hold(false);
  }

  get isUsable(): boolean {
    return !this.#isEnded && !this.#isKilled && !this.#isTired;
  }

  get id(): number | undefined {
    return this.#child.pid;
  }

  /** Rejects if an answer rejects, the job raises an OsharmError, or no process starts. Call it only while idle. */
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
      running.timer = setTimeout(
        () => this.#giveUp(running, `did not start within ${startLimit / 1000} s`),
        startLimit,
      );
      return await promise;
    } finally {
      this.#pause(this.#running);
      this.#running = null;
      this.#hold(false);
    }
  }

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
      if (answer === undefined) throw new Error(`No handler answers ${request.call}.`);
      const value = await answer(...request.parameters);
      this.#send({ kind: 'answer', id, question, value });
      if (--running.open === 0 && this.#running === running) this.#work(running);
    } catch (error) {
      running.fail(error);
      this.#send({ kind: 'refuse', id, question });
    }
  }

  /** Starts or continues the clock, which pauses while questions are open, and checks the limits again later. */
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
    const reason = isMemory
      ? 'exceeded the memory limit for reading'
      : `ended its reader (${signal ?? `exit ${code}`})`;
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

/** Milliseconds of processor time that all threads of a process have used; null if `/proc` has no entry. */
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
