import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { delimiter, join } from 'node:path';
import { osErrorMessage } from './python-text.ts';
import { shellWords } from './shell-words.ts';

export interface Finished {
  output: string;
  error: string;
  /** Negative for a signal, as in Python's subprocess. */
  returncode: number;
  timedOut: boolean;
}

export interface ProgramOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Defaults to the home folder. */
  cwd?: string;
  /** Appends stderr to the output. */
  mergeStreams?: boolean;
}

export interface Surroundings {
  environment: Record<string, string>;
  home: string;
}

const keptBytes = 64 << 20;
// Children that outlive a command may keep its pipes open. The command's output arrives within this time.
const drainMs = 150;

/** Throws Python's error for an empty or invalid command. */
export function argumentsOf(command: unknown, shell: boolean, home: string): string[] {
  if (typeof command !== 'string' && !Array.isArray(command)) throw new Error('list index out of range');
  if (shell) {
    const parts = Array.isArray(command) ? command.map(String) : [command];
    if (parts.length === 0) throw new Error('list index out of range');
    return ['/bin/sh', '-c', ...parts];
  }
  const words = typeof command === 'string' ? shellWords(command) : command.map(String);
  if (words.length === 0) throw new Error('list index out of range');
  return words.map((word) => (word.startsWith('~/') ? home + word.slice(1) : word));
}

/** Rejects with Python's message if the program can't be started. */
export async function startProgram(
  words: string[],
  around: Surroundings,
  options: { stdio: 'ignore' | 'capture' | 'merge'; cwd?: string | undefined },
): Promise<ChildProcess> {
  const [file = '', ...rest] = words;
  const pipes = options.stdio === 'ignore' ? 'ignore' : 'pipe';
  const start = () =>
    spawn(programFile(file, around.environment.PATH), rest, {
      argv0: file,
      cwd: options.cwd ?? around.home,
      env: around.environment,
      detached: true,
      stdio: ['ignore', pipes, pipes],
    });
  return new Promise((resolve, reject) => {
    try {
      const child = start();
      child.once('error', (error) => reject(new Error(osErrorMessage(error, file))));
      child.once('spawn', () => resolve(child));
    } catch (error) {
      reject(new Error(osErrorMessage(error, file)));
    }
  });
}

/**
 * Finds a program in `path` without trying execve in each folder, because the sandbox's program log slows each attempt.
 */
export function programFile(name: string, path: string | undefined): string {
  if (name === '' || name.includes('/') || path === undefined) return name;
  for (const folder of path.split(delimiter)) {
    const file = join(folder === '' ? '.' : folder, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // not in this folder
    }
  }
  return name;
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Kills the process group after `timeoutMs` or on abort. Otherwise, programs that it started may outlive it. */
export async function runProgram(words: string[], around: Surroundings, options: ProgramOptions): Promise<Finished> {
  const child = await startProgram(words, around, {
    stdio: 'capture',
    cwd: options.cwd,
  });
  const chunks = { output: [] as Buffer[], error: [] as Buffer[] };
  const error = options.mergeStreams ? chunks.output : chunks.error;
  let bytes = 0;
  let isOver = false;
  for (const [stream, target] of [
    [child.stdout, chunks.output],
    [child.stderr, error],
  ] as const) {
    stream?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!isOver && bytes <= keptBytes) target.push(chunk);
    });
    stream?.on('error', () => {});
  }
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
  }, options.timeoutMs);
  const abort = () => killGroup(child);
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort();
  const returncode = await new Promise<number>((resolve) => {
    let code = 0;
    const done = () => resolve(code);
    child.once('exit', (status, signal) => {
      code = status ?? -(osConstants.signals[signal ?? 'SIGKILL'] ?? 9);
      setTimeout(done, drainMs);
    });
    child.once('close', done);
  });
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', abort);
  isOver = true;
  const decode = (parts: Buffer[]) => Buffer.concat(parts).toString('utf8');
  return { output: decode(chunks.output), error: decode(chunks.error), returncode, timedOut };
}
