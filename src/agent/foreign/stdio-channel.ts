import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { OsharmError } from '../../errors.ts';
import type { ForeignChannel } from './foreign-agent.ts';

const keptErrorText = 2000;

/**
 * Starts a command (through the shell: it is the user's own) in a process group of its own and speaks one JSON object a line with it. Its
 * standard error is kept for error messages. It ends with the run.
 */
export function stdioChannel(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
): ForeignChannel {
  let child: ChildProcess | null = null;
  let errorText = '';
  const lines: string[] = [];
  let wake: (() => void) | null = null;
  let ended: string | null = null;

  const start = (): ChildProcess => {
    const started = spawn(command, {
      shell: true,
      detached: true,
      env: { ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    createInterface({ input: started.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (line.trim() !== '') lines.push(line);
      wake?.();
    });
    started.stderr.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(-keptErrorText);
    });
    const end = (how: string) => {
      ended ??= how;
      wake?.();
    };
    started.on('error', (error) => end(error.message));
    started.on('close', (code, signal) => end(`it ended with ${signal ?? code}`));
    // A broken pipe is told by the end of the program.
    started.stdin.on('error', () => {});
    return started;
  };

  const failed = (what: string) =>
    new OsharmError(`The agent "${command}" ${what}.${errorText === '' ? '' : ` It said: ${errorText.trim()}`}`, {
      code: 'agent-failed',
      blame: 'agent',
    });

  return {
    async ask(request, signal) {
      child ??= start();
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      while (lines.length === 0) {
        signal?.throwIfAborted();
        if (ended !== null) throw failed(`gave no answer to ${request.type}: ${ended}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
        wake = null;
      }
      const line = lines.shift() as string;
      try {
        return JSON.parse(line) as unknown;
      } catch {
        throw failed(`answered ${request.type} with something that is not JSON: ${line.slice(0, 200)}`);
      }
    },
    async close() {
      if (child === null || ended !== null) return;
      const over = new Promise<void>((resolve) => child?.once('close', () => resolve()));
      child.stdin?.end(`${JSON.stringify({ type: 'close' })}\n`);
      const timer = setTimeout(() => kill(child), 2000);
      await over;
      clearTimeout(timer);
    },
  };
}

/** The whole group: a shell's children too. */
function kill(child: ChildProcess | null): void {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
