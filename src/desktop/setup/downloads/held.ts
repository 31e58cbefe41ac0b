import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 200;
/** A lock without a name in it is one that was being written: longer than this it belongs to nobody, in milliseconds. */
const namelessMs = 5_000;

/** Does `action` while no other process does the same under this lock file. A lock whose process is gone counts as free. */
export async function held<T>(lock: string, signal: AbortSignal | undefined, action: () => Promise<T>): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      const file = await open(lock, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (await isAbandoned(lock)) await rm(lock, { force: true });
      else await wait(pollMs, undefined, signal === undefined ? {} : { signal });
    }
  }
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (holder > 0) return !isAlive(holder);
  const made = await stat(lock).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > namelessMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
