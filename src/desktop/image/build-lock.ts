import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isMalformed, isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import type { BuildProgress, OnProgress } from './progress.ts';

export interface BuildLock {
  /** Tells those who wait how far the build is. */
  report(progress: BuildProgress): void;
  release(): Promise<void>;
}

/**
 * Takes the lock under which images are built. It belongs to a child (`flock` of util-linux) that ends with this process,
 * however that ends. While another process has it, `onProgress` gets that one's progress as phase `waiting`.
 */
export async function takeBuildLock(
  cache: string,
  options: { onProgress: OnProgress; signal?: AbortSignal | undefined },
): Promise<BuildLock> {
  options.signal?.throwIfAborted();
  await mkdir(cache, { recursive: true });
  const state = join(cache, 'image-build.json');
  const child = spawn('flock', ['--exclusive', join(cache, 'image-build.lock'), 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C must reach us and not the lock.
    detached: true,
  });
  const stop = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', stop, { once: true });
  const watch = setInterval(async () => {
    const other = await readState(state);
    if (other !== null)
      options.onProgress({ ...other, phase: 'waiting', message: `another process builds it: ${other.message}` });
  }, 1000);
  try {
    const failed = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error('flock ended')));
    });
    await Promise.race([once(child.stdout, 'data'), failed]);
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new EnvironmentError(`The lock ${join(cache, 'image-build.lock')} could not be taken.`, {
      code: 'image-lock-failed',
      hint: 'flock (package util-linux) must be installed and the folder writable.',
      cause,
    });
  } finally {
    clearInterval(watch);
    options.signal?.removeEventListener('abort', stop);
  }
  let writing = Promise.resolve();
  return {
    report(progress) {
      writing = writing.then(() => writeState(state, progress)).catch(fallback(undefined, isSystemError));
    },
    async release() {
      await writing;
      const ended = once(child, 'close');
      child.stdin.end();
      await ended;
    },
  };
}

async function writeState(path: string, progress: BuildProgress): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(progress));
  await rename(`${path}.new`, path);
}

async function readState(path: string): Promise<BuildProgress | null> {
  try {
    const { phase, percent, message } = JSON.parse(await readFile(path, 'utf8')) as BuildProgress;
    return { phase: String(phase), percent: Number(percent), message: String(message) };
  } catch (error) {
    rethrowUnless(error, isSystemError, isMalformed);
    return null;
  }
}
