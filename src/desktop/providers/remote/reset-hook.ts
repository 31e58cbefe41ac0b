import { EnvironmentError, UsageError } from '../../../errors.ts';
import { runTool } from '../tool.ts';

/** Makes the desktop at `url` clean again; returns once that is under way or done. */
export type ResetHook = (url: string, signal?: AbortSignal) => Promise<void>;

const resetMs = 300_000;

/** `--reset-command`: a program of this machine, without a shell. It finds the desktop's address in `$OSHARM_DESKTOP_URL`. */
export function commandHook(line: string): ResetHook {
  const argv = commandWords(line);
  return async (url, signal) => {
    const done = await runTool(argv, { deadline: resetMs, signal, env: { OSHARM_DESKTOP_URL: url } });
    if (done.code === 0) return;
    const said = (done.error || done.output).trim().slice(-500);
    throw resetFailed(url, `${argv[0]} exited with ${done.code}${said === '' ? '' : `: ${said}`}`);
  };
}

/** `--reset-url`: is sent a POST. A path is one of the desktop's own server; `{url}` stands for the desktop's address. */
export function urlHook(template: string): ResetHook {
  const target = (url: string): URL => new URL(template.replaceAll('{url}', encodeURIComponent(url)), url);
  if (!URL.canParse(template.replaceAll('{url}', ''), 'http://desktop'))
    throw new UsageError(`--reset-url: ${JSON.stringify(template)} is neither an address nor a path.`, {
      code: 'reset-url',
      hint: 'Like http://HOST:7000/reset?desktop={url}, or /reset for a path of the desktop’s own server.',
    });
  return async (url, signal) => {
    const late = AbortSignal.timeout(resetMs);
    let status: number;
    try {
      const reply = await fetch(target(url), {
        method: 'POST',
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      });
      status = reply.status;
      await reply.body?.cancel();
    } catch (error) {
      signal?.throwIfAborted();
      const { cause } = error as { cause?: Error };
      throw resetFailed(
        url,
        late.aborted ? `no answer within ${resetMs / 1000} s` : (cause ?? (error as Error)).message,
      );
    }
    if (status < 200 || status > 299) throw resetFailed(url, `${target(url).origin} answered ${status}`);
  };
}

/** Splits at blanks; quotes and backslashes as in a shell, and nothing else of one. Throws UsageError. */
export function commandWords(line: string): string[] {
  const words = [...line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs)].map(([word]) =>
    word.replace(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
      (_, escaped, double, single) => escaped ?? (double === undefined ? single : double.replace(/\\(["\\$`])/g, '$1')),
    ),
  );
  const isWhole = line.replace(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs, '').trim() === '';
  if (words.length > 0 && isWhole) return words;
  throw new UsageError(`--reset-command: ${JSON.stringify(line)} is no command.`, {
    code: 'reset-command',
    hint: "A program and its arguments: --reset-command 'virsh snapshot-revert desk-1 clean'. It is run without a shell.",
  });
}

function resetFailed(url: string, reason: string): EnvironmentError {
  return new EnvironmentError(`The desktop ${url} could not be reset: ${reason}.`, {
    code: 'desktop-reset',
    isRetryable: true,
  });
}
