import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EnvironmentError } from '../../base/errors.ts';
import { startInUserNamespace } from '../client/user-namespace.ts';

export interface PhaseOptions {
  name: string;
  cache: string;
  /** The phase's folder, relative to the cache, with `recipe/`, `rootfs/` and `scratch/`. */
  work: string;
  environment?: Record<string, string>;
  onLine: (line: string) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Runs `image/{name}.sh` as root of a user namespace, in the cache folder, and logs its output there. Throws
 * EnvironmentError with the last lines on failure, or the signal's reason.
 */
export async function runPhase(options: PhaseOptions): Promise<void> {
  const { name, cache, work, signal } = options;
  signal?.throwIfAborted();
  const logPath = `${cache}/logs/image-${name}.log`;
  const log = createWriteStream(logPath);
  const { process: child } = await startInUserNamespace(['bash', `${work}/recipe/${name}.sh`], {
    cwd: cache,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...passedOn(), ...options.environment, WORK: work },
  });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  const last: string[] = [];
  const follow = async (stream: Readable | null) => {
    if (stream === null) return;
    for await (const line of createInterface({ input: stream })) {
      log.write(`${line}\n`);
      last.push(line);
      if (last.length > 12) last.shift();
      options.onLine(line);
    }
  };
  const closed = once(child, 'close');
  await Promise.all([follow(child.stdout), follow(child.stderr)]);
  const [code, killedBy] = (await closed) as [number | null, string | null];
  signal?.removeEventListener('abort', stop);
  await new Promise((resolve) => log.end(resolve));
  signal?.throwIfAborted();
  if (code === 0) return;
  throw new EnvironmentError(
    `Building the desktop image failed in its phase "${name}" (${killedBy ?? `exit code ${code}`}). Its last lines:\n${last.map((line) => `  ${line}`).join('\n')}`,
    {
      code: 'image-build-failed',
      isRetryable: true,
      hint: `The whole output is in ${logPath}. Run the command again: finished parts are kept.`,
    },
  );
}

/** Passes on proxy settings only, so that a build doesn't depend on the caller's environment. */
function passedOn(): Record<string, string> {
  const names = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
  const kept: Record<string, string> = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
