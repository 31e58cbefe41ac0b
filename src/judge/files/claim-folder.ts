import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, ownIdentity, type ProcessIdentity } from '../../desktop/process-identity.ts';
import { OsharmError } from '../../errors.ts';

/** Stands in a judgment's folder while a command makes it. */
const name = '.judging';
/** No judgment takes so long: what another machine left behind, or a kill between making and writing it, ends then. */
const longestMs = 3_600_000;
const writtenWithinMs = 10_000;

/** Keeps other commands from asking, and paying, for the same judgment; gives what ends that. Throws OsharmError `judge-busy` where one that lives does it. */
export function claimFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const own = JSON.stringify({ ...ownIdentity(), key: randomUUID() });
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return () => {
        if (contentOf(file) === own) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (tries >= 3 || !removeDead(file))
        throw new OsharmError('Another command makes this judgment.', {
          code: 'judge-busy',
          blame: 'environment',
          isRetryable: true,
          hint: 'Wait until it ends.',
        });
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
  const ageMs = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (ageMs > longestMs) return true;
  try {
    return !isAlive(JSON.parse(held) as ProcessIdentity);
  } catch {
    return ageMs > writtenWithinMs;
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
