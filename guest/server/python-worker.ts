import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { PythonReply } from '../../src/desktop/protocol.ts';
import type { Surroundings } from './run-command.ts';

interface Answer extends Omit<PythonReply, 'durationMs'> {
  id: number;
}

export interface CodeOptions {
  /** Modules that the code finds imported: an agent's actions name pyautogui and time without importing them. */
  names?: readonly ('pyautogui' | 'time')[];
  /** Width and height of the picture that the code's coordinates are in, where it isn't the screen. */
  view?: readonly [number, number];
}

/** Runs Python code in processes forked from a warm interpreter. */
export interface PythonWorker {
  isReady(): boolean;
  /**
   * Never rejects for what the code does; rejects where no interpreter can be started or it was killed on the way.
   */
  run(code: string, timeoutMs: number, signal?: AbortSignal | undefined, options?: CodeOptions): Promise<PythonReply>;
}

/** Starts the interpreter at once, and a new one whenever it ended (code can kill it). */
export function createPythonWorker(script: string, around: Surroundings): PythonWorker {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let nextId = 0;
  let ready = false;
  let channel: Duplex | null = null;
  let quickEnds = 0;

  function start(): void {
    const startedAt = Date.now();
    const child: ChildProcess = spawn('python3', ['-B', script], {
      cwd: around.home,
      env: around.environment,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const stream = child.stdio[3] as Duplex;
    channel = stream;
    let begun: string[] = [];
    stream.setEncoding('utf8');
    stream.on('error', () => {});
    stream.on('data', (part: string) => {
      const lines = part.split('\n');
      const rest = lines.pop() as string;
      for (const line of lines) {
        receive(JSON.parse(begun.join('') + line));
        begun = [];
      }
      begun.push(rest);
    });
    const ended = () => {
      if (channel !== stream) return;
      ready = false;
      channel = null;
      quickEnds = Date.now() - startedAt < 2_000 ? quickEnds + 1 : 0;
      for (const { reject } of waiting.values()) reject(new Error('the Python interpreter was killed'));
      waiting.clear();
      setTimeout(start, Math.min(100 * 2 ** quickEnds, 10_000)).unref();
    };
    child.on('error', ended);
    child.on('exit', ended);
  }

  function receive(message: Answer | { ready: true }): void {
    if ('ready' in message) {
      ready = true;
      return;
    }
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  }

  start();
  return {
    isReady: () => ready,
    async run(code, timeoutMs, signal, { names = [], view } = {}) {
      for (let tries = 0; channel === null && tries < 100; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const stream = channel;
      if (stream === null) throw new Error('the Python interpreter does not start');
      const id = nextId++;
      const startedAt = performance.now();
      const cancel = () => stream.write(`${JSON.stringify({ cancel: id })}\n`);
      const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      stream.write(`${JSON.stringify({ id, code, timeoutMs, names, view })}\n`);
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const { returncode, output, error, timedOut } = await answer;
        return { returncode, output, error, timedOut, durationMs: performance.now() - startedAt };
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
  };
}
