import { type ChildProcess, spawn } from 'node:child_process';
import type { ProgramExit } from '../../src/desktop/client/protocol.ts';

/** A program of the session. */
export interface Program {
  /** Rejects once it has ended, or can't be started. Never resolves. */
  failed: Promise<never>;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
  /** Resolves once it has written a line to its descriptor 3: it is ready. */
  announced: Promise<void>;
  /** Kills it, and does not count its end as an exit of its own. */
  end(): void;
}

export interface ProgramOptions {
  environment?: Record<string, string>;
  announces?: boolean;
  mayEnd?: boolean;
}

/** Starts the session's own programs and ends them with it. */
export interface Processes {
  /** `announces`: it writes a line to its descriptor 3 once it is ready. `mayEnd`: an end with 0 is no failure. */
  start(words: string[], options?: ProgramOptions): Program;
  pids(): Set<number>;
  /** Programs that ended by themselves, the first ones. */
  exits(): ProgramExit[];
  end(): void;
}

/** Exits that are kept, and characters of what a program wrote to stderr. */
const mostExits = 30;
const keptOfStderr = 1_000;

export function createProcesses(environment: Record<string, string>, folder: string): Processes {
  const running = new Set<ChildProcess>();
  const exits: ProgramExit[] = [];

  return {
    start([file = '', ...rest], { environment: more = {}, announces = false, mayEnd = false } = {}) {
      const startedAt = performance.now();
      const child = spawn(file, rest, {
        env: { ...environment, ...more },
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe', ...(announces ? (['pipe'] as const) : [])],
      });
      running.add(child);
      let stderr = '';
      let isEnded = false;
      // What its own programs write goes the same way, as long as the session lives: it is read and forgotten.
      child.stderr?.on('data', (part: Buffer) => {
        stderr = (stderr + part.toString('utf8')).slice(-keptOfStderr);
      });
      child.stderr?.on('error', () => {});
      const { promise: failed, reject } = Promise.withResolvers<never>();
      failed.catch(() => {});
      const { promise: ended, resolve: resolveEnd } = Promise.withResolvers<number | null>();
      const { promise: announced, resolve: announce } = Promise.withResolvers<void>();
      child.stdio[3]?.once('data', () => announce());
      child.stdio[3]?.on('error', () => {});
      const over = (code: number | null, signal: string | null, reason: string): void => {
        if (!running.delete(child)) return;
        resolveEnd(code);
        if (mayEnd && code === 0) return;
        if (!isEnded && exits.length < mostExits)
          exits.push({ program: file, code, signal, afterMs: performance.now() - startedAt, stderr: stderr.trim() });
        reject(new Error(reason));
      };
      // `exit`, not `close`: a program that it started may keep its stderr open. What it wrote last is read first.
      child.once('exit', (code, signal) =>
        setImmediate(() =>
          over(code, signal, `${file} ended with ${signal ?? code}${stderr === '' ? '' : `: ${stderr.trim()}`}`),
        ),
      );
      child.once('error', (error) => over(null, null, error.message));
      return {
        failed,
        ended,
        announced,
        end() {
          isEnded = true;
          child.kill('SIGKILL');
        },
      };
    },
    pids: () => new Set([...running].map((child) => child.pid ?? 0)),
    exits: () => [...exits],
    end() {
      for (const child of running) child.kill('SIGTERM');
    },
  };
}
