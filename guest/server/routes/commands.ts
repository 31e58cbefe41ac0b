import { stat } from 'node:fs/promises';
import { timeLimits } from '../../../src/base/record/time-limits.ts';
import { findWindow, listWindows } from '../../display/windows.ts';
import type { Context } from '../context.ts';
import type { Route } from '../http-server.ts';
import { timeoutMessage } from '../python-text.ts';
import { json, type Reply } from '../reply.ts';
import { argumentsOf, type Finished, type ProgramOptions, runProgram } from '../run-command.ts';

const { work: executeMs, route: executeRouteMs } = timeLimits.guest.execute;
const runPythonMs = 30_000;

function failure(error: unknown): Reply {
  return json({ status: 'error', message: error instanceof Error ? error.message : String(error) }, 500);
}

async function run(context: Context, words: string[], options: ProgramOptions): Promise<Finished> {
  return (await context.python.runProgram(words, options)) ?? runProgram(words, context.around, options);
}

/** Returns CODE of `["python", "-c", CODE]`, which runs faster in the warm interpreter. */
function pythonCode(words: string[], shell: boolean): string | null {
  const isPython = words.length === 3 && /^(\/usr\/bin\/)?python3?$/.test(words[0] ?? '') && words[1] === '-c';
  return isPython && !shell ? (words[2] ?? null) : null;
}

async function execute(
  context: Context,
  body: Record<string, unknown>,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<Omit<Finished, 'timedOut'>> {
  const shell = Boolean(body.shell);
  const words = argumentsOf(body.command ?? (shell ? '' : []), shell, context.around.home);
  const code = pythonCode(words, shell);
  const finished =
    code === null
      ? await run(context, words, options)
      : await context.python.run(code, options.timeoutMs, options.signal);
  if (finished.timedOut) throw new Error(timeoutMessage(words, options.timeoutMs / 1000));
  return { output: finished.output, error: finished.error, returncode: finished.returncode };
}

async function isVerified(context: Context, wanted: Record<string, unknown>): Promise<boolean> {
  if (wanted.window_exists) {
    const match = { name: String(wanted.window_exists), strict: false, byClass: false };
    if (!findWindow(await listWindows((await context.screen()).x), match)) return false;
  }
  if (wanted.command_success) {
    const words = ['/bin/sh', '-c', String(wanted.command_success)];
    const check = await run(context, words, { timeoutMs: 5_000 });
    if (check.returncode !== 0) return false;
  }
  return true;
}

async function executeWithVerification(
  context: Context,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Reply> {
  const result = { ...(await execute(context, body, { timeoutMs: executeMs, signal })), status: 'success' };
  const wanted = body.verification;
  if (wanted === null || typeof wanted !== 'object' || Object.keys(wanted).length === 0) return json(result);
  const limit = Number(body.max_wait_time ?? 10);
  const interval = Math.max(0.05, Number(body.check_interval ?? 1));
  const start = performance.now();
  const waited = () => (performance.now() - start) / 1000;
  do {
    if (await isVerified(context, wanted as Record<string, unknown>)) {
      return json({ ...result, verification: 'passed', wait_time: waited() });
    }
    await new Promise((resolve) => setTimeout(resolve, interval * 1000));
  } while (waited() < limit && !signal.aborted);
  return json({ ...result, status: 'verification_failed', verification: 'failed', wait_time: limit }, 500);
}

async function runPython(context: Context, code: unknown, signal: AbortSignal): Promise<Reply> {
  if (typeof code !== 'string' || code === '') return json({ status: 'error', message: 'Code not supplied!' }, 400);
  const nothing = { need_more: false, output: null };
  try {
    const done = await context.python.run(code, runPythonMs, signal);
    if (done.timedOut) {
      const message = `Execution timeout: code took longer than ${runPythonMs / 1000} seconds`;
      return json({ ...nothing, status: 'error', message, error: message }, 500);
    }
    const failed = done.returncode !== 0;
    const error = failed && done.error === '' ? `Process exited with code ${done.returncode}` : done.error;
    const message = [done.output, error].filter((part) => part !== '').join('\n');
    const status = failed ? 'error' : 'success';
    return json({ status, message, need_more: false, output: done.output, error, return_code: done.returncode });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return json({ ...nothing, status: 'error', message, error: message }, 500);
  }
}

async function runBash(context: Context, body: Record<string, unknown>, signal: AbortSignal): Promise<Reply> {
  const refuse = (output: string, status: number) =>
    json({ status: 'error', output, error: '', returncode: -1 }, status);
  if (typeof body.script !== 'string' || body.script === '') return refuse('Script not supplied!', 400);
  const seconds = Number(body.timeout ?? 100);
  const folder = body.working_dir ? String(body.working_dir) : context.around.home;
  const place = await stat(folder).catch(() => null);
  if (!place?.isDirectory()) return refuse(`Working directory does not exist: ${folder}`, 400);
  try {
    const done = await run(context, ['/bin/bash', '-c', body.script], {
      timeoutMs: seconds * 1000,
      signal,
      cwd: folder,
      mergeStreams: true,
    });
    if (done.timedOut) return refuse(`Script execution timed out after ${seconds} seconds`, 500);
    const status = done.returncode === 0 ? 'success' : 'error';
    return json({ status, output: done.output, error: '', returncode: done.returncode });
  } catch (error) {
    return refuse(`Failed to execute script: ${error instanceof Error ? error.message : error}`, 500);
  }
}

export function commandRoutes(context: Context): [string, Route][] {
  const executed: Route = {
    method: 'POST',
    deadlineMs: executeRouteMs,
    async handle(request) {
      const body = await request.json();
      try {
        const done = await execute(context, body, { timeoutMs: executeMs, signal: request.signal });
        return json({ status: 'success', ...done });
      } catch (error) {
        return failure(error);
      }
    },
  };
  const verified: Route = {
    method: 'POST',
    deadlineMs: 3_600_000,
    async handle(request) {
      const body = await request.json();
      return executeWithVerification(context, body, request.signal).catch(failure);
    },
  };
  return [
    ['/execute', executed],
    ['/setup/execute', executed],
    ['/execute_with_verification', verified],
    ['/setup/execute_with_verification', verified],
    [
      '/run_python',
      {
        method: 'POST',
        deadlineMs: runPythonMs + 5_000,
        handle: async (request) => runPython(context, (await request.json()).code, request.signal),
      },
    ],
    [
      '/run_bash_script',
      {
        method: 'POST',
        deadlineMs: 3_600_000,
        handle: async (request) => runBash(context, await request.json(), request.signal),
      },
    ],
  ];
}
