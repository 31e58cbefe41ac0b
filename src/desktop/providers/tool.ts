import { spawn } from 'node:child_process';
import { EnvironmentError } from '../../base/errors.ts';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';

export interface ToolResult {
  /** Null if a signal killed it. */
  code: number | null;
  output: string;
  error: string;
}

const kept = 200_000;

/**
 * Runs a program; a non-zero exit code is not an error. After the deadline or on abort, kills the process group. Throws
 * EnvironmentError `tool-missing` or `tool-deadline`, or the signal's reason.
 */
export function runTool(
  argv: readonly string[],
  options: { deadline: number; signal?: AbortSignal | undefined; env?: Record<string, string>; hint?: string },
): Promise<ToolResult> {
  const [program = '', ...rest] = argv;
  const { deadline, signal, env, hint } = options;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that its children can be killed with it.
      detached: true,
      env: env === undefined ? undefined : { ...process.env, ...env },
    });
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      act();
    };
    const kill = (): void => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch (error) {
        rethrowUnless(error, isSystemError);
        child.kill('SIGKILL');
      }
    };
    const fail = (error: unknown): void =>
      finish(() => {
        if (child.pid !== undefined) kill();
        child.stdout.destroy();
        child.stderr.destroy();
        reject(error);
      });
    const abort = (): void => fail(signal?.reason);
    const timer = setTimeout(() => {
      const words = `${program} ${rest.slice(0, 3).join(' ')}`.slice(0, 120);
      fail(
        new EnvironmentError(`${words} did not end within ${deadline / 1000} s and was killed.`, {
          code: 'tool-deadline',
          isRetryable: true,
        }),
      );
    }, deadline);
    signal?.addEventListener('abort', abort, { once: true });
    let output = '';
    let error = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < kept) output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (error.length < kept) error += text;
    });
    child.once('error', (cause) =>
      fail(
        new EnvironmentError(`${program} can't be started: ${cause.message}.`, {
          code: 'tool-missing',
          cause,
          hint,
        }),
      ),
    );
    child.once('close', (code) => finish(() => resolve({ code, output, error })));
  });
}
