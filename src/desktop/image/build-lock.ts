import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isMalformed, isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { claimFile } from '../../base/record/lease/file-claim.ts';
import type { BuildProgress, OnProgress } from './progress.ts';

const pollMs = 500;

export interface BuildLock {
  report(progress: BuildProgress): void;
  release(): Promise<void>;
}

/**
 * Acquires the lock for image builds, and takes it over from a process that has died. While waiting, `onProgress`
 * receives the other process's progress. Throws EnvironmentError `image-lock-failed`.
 */
export async function takeBuildLock(
  cache: string,
  options: { onProgress: OnProgress; signal?: AbortSignal | undefined },
): Promise<BuildLock> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const state = join(cache, 'image-build.json');
  const lock = join(cache, 'image-build.claim');
  let release = claimed(lock);
  while (release === null) {
    const other = await readState(state);
    if (other !== null)
      onProgress({ ...other, phase: 'waiting', message: `another process is building it: ${other.message}` });
    await wait(pollMs, undefined, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
    release = claimed(lock);
  }
  const end = release;
  let writing = Promise.resolve();
  return {
    report(progress) {
      writing = writing.then(() => writeState(state, progress)).catch(fallback(undefined, isSystemError));
    },
    async release() {
      await writing;
      end();
    },
  };
}

function claimed(lock: string): (() => void) | null {
  try {
    return claimFile(lock);
  } catch (cause) {
    throw new EnvironmentError(`The lock ${lock} could not be taken.`, {
      code: 'image-lock-failed',
      hint: 'The folder must be writable.',
      cause,
    });
  }
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
