import { type ChildProcess, spawn } from 'node:child_process';
import type { ProgramExit } from '../../src/desktop/client/protocol.ts';

export interface Program {
  /** Rejects when the program ends or can't be started. */
  failed: Promise<never>;
  ended: Promise<number | null>;
  /** Resolves when the program has written a line to descriptor 3. */
  announced: Promise<void>;
  /** Kills it without recording an exit. */
  end(): void;
}

export interface ProgramOptions {
  environment?: Record<string, string>;
  announces?: boolean;
  mayEnd?: boolean;
}

export interface Processes {
  /** `announces`: the program writes to descriptor 3 when ready. `mayEnd`: exiting with 0 is not a failure. */
  start(words: string[], options?: ProgramOptions): Program;
  pids(): Set<number>;
  exits(): ProgramExit[];
  end(): void;
}

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
      // Descendants inherit this stderr, so keep reading it.
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
      // Not `close`, because a child may keep stderr open. Wait one turn to read the last output.
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
