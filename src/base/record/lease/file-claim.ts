import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, keepFresh } from './liveness.ts';
import { ownIdentity, readIdentity } from './process-identity.ts';

/** After this time, a claim without an identity counts as abandoned, since its writer was killed. */
const writtenWithinMs = 10_000;
const pollMs = 200;

/**
 * Creates `file` as a lock. Returns the function that releases it, or null if a live process has it. Exactly one
 * process inherits the lock of a dead one. Throws if the folder is not writable.
 */
export function claimFile(file: string): (() => void) | null {
  mkdirSync(dirname(file), { recursive: true });
  const content = JSON.stringify({ ...ownIdentity(), key: randomUUID() });
  for (let tries = 0; tries < 4; tries += 1) {
    try {
      writeFileSync(file, content, { flag: 'wx' });
      const end = keepFresh(file, () => end());
      return () => {
        end();
        if (contentOf(file) === content) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!removeDead(file)) return null;
    }
  }
  return null;
}

/** Runs `action` under the lock `file`. Waits while another process has it. */
export async function withClaim<T>(
  file: string,
  signal: AbortSignal | undefined,
  action: () => Promise<T>,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const release = claimFile(file);
    if (release === null) {
      await wait(pollMs, undefined, { signal });
      continue;
    }
    try {
      return await action();
    } finally {
      release();
    }
  }
}

function removeDead(file: string): boolean {
  const held = contentOf(file);
  if (held === null) return true;
  if (!isDead(file, held)) return false;
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return true;
  }
  const isSame = contentOf(aside) === held;
  try {
    // The renamed file is a newer claim, so it is restored.
    if (!isSame) linkSync(aside, file);
  } catch {
    // A newer claim exists.
  }
  rmSync(aside, { force: true });
  return isSame;
}

function isDead(file: string, held: string): boolean {
  const holder = readIdentity(held);
  if (holder !== null) return !isAlive(holder, file);
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > writtenWithinMs;
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
