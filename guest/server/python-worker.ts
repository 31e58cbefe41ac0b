import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { PythonReply } from '../../src/desktop/client/protocol.ts';
import { pythonRepr } from './python-text.ts';
import { type Finished, type ProgramOptions, programFile, type Surroundings } from './run-command.ts';

interface Answer extends Omit<PythonReply, 'durationMs'> {
  id: number;
  /** Python's message if a program couldn't be started. */
  refused?: string;
  ofSystem?: boolean;
}

export interface CodeOptions {
  /** Agents' actions use these without importing them. */
  names?: readonly ('pyautogui' | 'time')[];
  view?: readonly [number, number] | undefined;
}

export interface PythonWorker {
  isReady(): boolean;
  /** Kills an interpreter that isn't ready; a new one then starts. The first call does nothing. */
  restartUnlessReady(): void;
  /** Rejects only if no interpreter starts or it is killed. */
  run(code: string, timeoutMs: number, signal?: AbortSignal | undefined, options?: CodeOptions): Promise<PythonReply>;
  /** Cheaper than a child of Node, which copies its page tables. Null if the interpreter isn't ready. */
  runProgram(words: string[], options: ProgramOptions): Promise<Finished | null>;
}

/** Restarts the interpreter whenever it ends, since code can kill it. */
export function createPythonWorker(script: string, around: Surroundings): PythonWorker {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let nextId = 0;
  let ready = false;
  let channel: Duplex | null = null;
  let child: ChildProcess | null = null;
  let isFirstCall = true;
  let quickEnds = 0;

  function start(): void {
    const startedAt = Date.now();
    const spawned: ChildProcess = spawn('python3', ['-B', script], {
      cwd: around.home,
      env: around.environment,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    child = spawned;
    const stream = spawned.stdio[3] as Duplex;
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
    spawned.on('error', ended);
    spawned.on('exit', ended);
  }

  function receive(message: Answer | { ready: true }): void {
    if ('ready' in message) {
      ready = true;
      return;
    }
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  }

  async function ask(stream: Duplex, request: Record<string, unknown>, signal?: AbortSignal): Promise<Answer> {
    const id = nextId++;
    const cancel = () => stream.write(`${JSON.stringify({ cancel: id })}\n`);
    const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
    stream.write(`${JSON.stringify({ id, ...request })}\n`);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  start();
  return {
    isReady: () => ready,
    restartUnlessReady() {
      if (!isFirstCall && !ready) child?.kill('SIGKILL');
      isFirstCall = false;
    },
    async run(code, timeoutMs, signal, { names = [], view } = {}) {
      for (let tries = 0; channel === null && tries < 100; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (channel === null) throw new Error('the Python interpreter does not start');
      const startedAt = performance.now();
      const answer = await ask(channel, { code, timeoutMs, names, view }, signal);
      const { returncode, output, error, timedOut } = answer;
      return { returncode, output, error, timedOut, durationMs: performance.now() - startedAt };
    },
    async runProgram(words, { timeoutMs, signal, cwd = around.home, mergeStreams = false }) {
      if (!ready || channel === null) return null;
      const { environment } = around;
      const [name = ''] = words;
      const file = programFile(name, environment.PATH);
      const request = { words, file, environment, folder: cwd, merge: mergeStreams, timeoutMs };
      const { returncode, output, error, timedOut, refused, ofSystem } = await ask(channel, request, signal);
      if (refused === undefined) return { returncode, output, error, timedOut };
      throw new Error(ofSystem === true ? `${refused}: ${pythonRepr(name)}` : refused);
    },
  };
}
