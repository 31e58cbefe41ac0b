import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keepFresh } from './fresh-file.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** A claim without a name in it is one that was being written: longer than this it belongs to nobody, in milliseconds. */
const writtenWithinMs = 10_000;
const pollMs = 200;

/**
 * Claims something for this process by making `file`; gives what ends the claim, or null where a process that lives has
 * it. The claim of a process that is gone is taken over, and by one process only: `isAlive` says how that is known of
 * another machine's. Throws where the folder can't be written.
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

/** Does `action` while no other process does the same under this file; waits for one that does. */
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

/** Removes the claim of a process that is gone; false where it lives. */
function removeDead(file: string): boolean {
  const held = contentOf(file);
  if (held === null) return true;
  if (!isDead(file, held)) return false;
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    // Somebody else was faster.
    return true;
  }
  const isSame = contentOf(aside) === held;
  try {
    // A new claim came in between: it goes back.
    if (!isSame) linkSync(aside, file);
  } catch {
    // There is a newer one already.
  }
  rmSync(aside, { force: true });
  return isSame;
}

function isDead(file: string, held: string): boolean {
  try {
    return !isAlive(JSON.parse(held) as ProcessIdentity, file);
  } catch {
    return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > writtenWithinMs;
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
