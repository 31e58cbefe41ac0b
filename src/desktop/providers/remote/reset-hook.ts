import { request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { runTool } from '../tool.ts';

/** May return before the reset is complete. */
export type ResetHook = (url: string, signal?: AbortSignal | undefined) => Promise<void>;

const resetMs = 300_000;

/** Runs `--reset-command` without a shell, with the desktop's address in `$OSHARM_DESKTOP_URL`. */
export function commandHook(line: string): ResetHook {
  const argv = commandWords(line);
  return async (url, signal) => {
    const done = await runTool(argv, { deadline: resetMs, signal, env: { OSHARM_DESKTOP_URL: url } });
    if (done.code === 0) return;
    const output = (done.error || done.output).trim().slice(-500);
    throw resetFailed(url, `${argv[0]} exited with ${done.code}${output === '' ? '' : `: ${output}`}`);
  };
}

/** Sends a POST request to the URL. `{url}` is replaced by the desktop's address; a path is relative to its server. */
export function urlHook(template: string): ResetHook {
  const target = (url: string): URL => new URL(template.replaceAll('{url}', encodeURIComponent(url)), url);
  if (!URL.canParse(template.replaceAll('{url}', ''), 'http://desktop'))
    throw new UsageError(`--reset-url: ${JSON.stringify(template)} is neither an address nor a path.`, {
      code: 'reset-url',
      hint: 'Write it as http://HOST:7000/reset?desktop={url}, or /reset for a path of the desktop’s own server.',
    });
  return async (url, signal) => {
    const late = AbortSignal.timeout(resetMs);
    const stop = signal === undefined ? late : AbortSignal.any([late, signal]);
    const status = await posted(target(url), stop).catch((error: Error) => {
      signal?.throwIfAborted();
      throw resetFailed(url, late.aborted ? `no answer within ${resetMs / 1000} s` : error.message);
    });
    if (status < 200 || status > 299) throw resetFailed(url, `${target(url).origin} answered ${status}`);
  };
}

/** Uses node:http because `fetch` refuses ports that browsers block, such as 5060 and 6000. */
function posted(target: URL, signal: AbortSignal): Promise<number> {
  const send = target.protocol === 'https:' ? requestSecurely : request;
  return new Promise((resolve, reject) => {
    const sent = send(target, { method: 'POST', signal, headers: { 'Content-Length': 0 } }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0));
      reply.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Splits at spaces, with quotes and backslashes but no other shell syntax. Throws UsageError. */
export function commandWords(line: string): string[] {
  const words = [...line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs)].map(([word]) =>
    word.replace(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
      (_, escaped, double, single) => escaped ?? (double === undefined ? single : double.replace(/\\(["\\$`])/g, '$1')),
    ),
  );
  const isWhole = line.replace(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs, '').trim() === '';
  if (words.length > 0 && isWhole) return words;
  throw new UsageError(`--reset-command: ${JSON.stringify(line)} is not a command.`, {
    code: 'reset-command',
    hint: "A program and its arguments: --reset-command 'virsh snapshot-revert desk-1 clean'. It is run without a shell.",
  });
}

function resetFailed(url: string, reason: string): EnvironmentError {
  return new EnvironmentError(`The desktop ${new URL(url).origin} could not be reset: ${reason}.`, {
    code: 'desktop-reset',
    isRetryable: true,
  });
}
