import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { EnvironmentError } from '../../base/errors.ts';
import { Leases, readLeases } from '../../base/record/lease/leases.ts';
import { ownIdentity, type ProcessIdentity } from '../../base/record/lease/process-identity.ts';
import { cacheFolder } from './cache-folder.ts';

const cleaning = 'cleaning';
const patienceMs = 30_000;
const noted = new Set<string>();
const opened = new Map<string, Leases>();

const fileOf = (cache: string): string => join(cache, 'in-use.sqlite');

/**
 * Keeps a cache entry (`images/{id}`, `guest/{hash}`) from being removed until this process exits. Call it before
 * checking whether the entry exists. Throws EnvironmentError `cache-busy` if a cleaner doesn't finish.
 */
export function useCached(entry: string, cache: string = cacheFolder()): void {
  const key = `${cache}\0${entry}`;
  if (noted.has(key)) return;
  const until = performance.now() + patienceMs;
  for (;;) {
    const cleaner = cleanerBefore(cache, entry);
    if (cleaner === null) break;
    if (performance.now() > until)
      throw new EnvironmentError(`Process ${cleaner.pid} is cleaning ${cache} and doesn't finish.`, {
        code: 'cache-busy',
      });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  noted.add(key);
}

/** Records the use and returns null. If another process is cleaning the cache, returns that process instead. */
function cleanerBefore(cache: string, entry: string): ProcessIdentity | null {
  const isOther = ({ boot, pid, start }: ProcessIdentity): boolean => {
    const own = ownIdentity();
    return boot !== own.boot || pid !== own.pid || start !== own.start;
  };
  try {
    const leases = leasesOf(cache);
    return leases.transaction(() => {
      const cleaner = leases.holder(cleaning);
      if (cleaner !== null && isOther(cleaner)) return cleaner;
      leases.share([entry]);
      return null;
    });
  } catch (error) {
    // The account can only read this cache. It can still use it, because only the owner can clean it.
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return readLeases(fileOf(cache))?.taken.get(cleaning) ?? null;
  }
}

function leasesOf(cache: string): Leases {
  const known = opened.get(cache);
  if (known !== undefined) return known;
  const leases = new Leases(fileOf(cache));
  opened.set(cache, leases);
  // Threads share the leases of their process.
  if (isMainThread) process.once('exit', () => closeAtExit(leases));
  return leases;
}

function closeAtExit(leases: Leases): void {
  try {
    leases.close();
  } catch {
    // Any fault: the notes end with this process, and the cache may have been deleted.
  }
}

type Users = ReadonlyMap<string, number[]>;

export function cachedInUse(cache: string): Users {
  const shared = readLeases(fileOf(cache))?.shared ?? new Map<string, ProcessIdentity[]>();
  return new Map([...shared].map(([entry, users]) => [entry, [...new Set(users.map(({ pid }) => pid))]]));
}

/** Runs an action during which no process can start using an entry. Throws EnvironmentError `cache-busy`. */
export function whileNobodyBegins<T>(cache: string, action: (inUse: Users) => T): T {
  const leases = markCleaning(cache);
  try {
    return action(cachedInUse(cache));
  } finally {
    leases.release(cleaning);
  }
}

export async function asLongAsNobodyBegins<T>(cache: string, action: (inUse: Users) => Promise<T>): Promise<T> {
  const leases = markCleaning(cache);
  try {
    return await action(cachedInUse(cache));
  } finally {
    leases.release(cleaning);
  }
}

function markCleaning(cache: string): Leases {
  const leases = leasesOf(cache);
  if (leases.take(cleaning) !== null)
    throw new EnvironmentError(`Another process is cleaning ${cache}.`, { code: 'cache-busy', isRetryable: true });
  return leases;
}
