import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { EnvironmentError } from '../../base/errors.ts';
import { isMalformed, isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { claimFile } from '../../base/record/file-claim.ts';
import { keepFresh } from '../../base/record/fresh-file.ts';
import { isAlive, ownIdentity, type ProcessIdentity, processLabel } from '../../base/record/process-identity.ts';
import { cacheFolder } from './cache-folder.ts';

const cleaning = 'cleaning';
const patienceMs = 30_000;
const noted = new Set<string>();

const folderOf = (cache: string): string => join(cache, 'in-use');

/**
 * Keeps a cache entry (`images/{id}`, `guest/{hash}`) from being removed until this process exits. Call it before
 * checking whether the entry exists. Throws EnvironmentError `cache-busy` if a cleaner doesn't finish.
 * To avoid a race, a user writes its note and then checks for a cleaner; a cleaner writes its mark and then checks for
 * notes.
 */
export function useCached(entry: string, cache: string = cacheFolder()): void {
  const key = `${cache}\0${entry}`;
  if (noted.has(key)) return;
  const processIdentity = ownIdentity();
  try {
    note(cache, entry, processIdentity);
  } catch (error) {
    // The account can only read this cache. It may still use it, and only the owner can clean it.
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  noted.add(key);
  waitForCleaner(cache, processIdentity);
}

function note(cache: string, entry: string, processIdentity: ProcessIdentity): void {
  const folder = folderOf(cache);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, processLabel());
  if (![...noted].some((value) => value.startsWith(`${cache}\0`))) {
    removeLeftNotes(cache);
    appendFileSync(file, `${JSON.stringify(processIdentity)}\n`);
    if (isMainThread) process.once('exit', () => rmSync(file, { force: true }));
    keepFresh(file);
  }
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

export function cachedInUse(cache: string): Map<string, number[]> {
  const used = new Map<string, number[]>();
  for (const { file, identity, entries } of notesIn(cache)) {
    if (!isAlive(identity, file)) continue;
    for (const entry of entries) used.set(entry, [...(used.get(entry) ?? []), identity.pid]);
  }
  return used;
}

type Users = ReadonlyMap<string, number[]>;

/** Runs an action while no process can start to use an entry. Throws EnvironmentError `cache-busy`. */
export function whileNobodyBegins<T>(cache: string, action: (inUse: Users) => T): T {
  const release = markCleaning(cache);
  try {
    return action(cachedInUse(cache));
  } finally {
    release();
  }
}

export async function asLongAsNobodyBegins<T>(cache: string, action: (inUse: Users) => Promise<T>): Promise<T> {
  const release = markCleaning(cache);
  try {
    return await action(cachedInUse(cache));
  } finally {
    release();
  }
}

function markCleaning(cache: string): () => void {
  const release = claimFile(join(folderOf(cache), cleaning));
  if (release === null)
    throw new EnvironmentError(`Another process is cleaning ${cache}.`, { code: 'cache-busy', isRetryable: true });
  return release;
}

function waitForCleaner(cache: string, processIdentity: ProcessIdentity): void {
  const until = performance.now() + patienceMs;
  for (;;) {
    const cleaner = cleanerOf(cache);
    if (cleaner === null || !isAlive(cleaner, join(folderOf(cache), cleaning)) || isSame(cleaner, processIdentity))
      return;
    if (performance.now() > until)
      throw new EnvironmentError(`Process ${cleaner.pid} is cleaning ${cache} and doesn't finish.`, {
        code: 'cache-busy',
      });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

/** The process that is cleaning, or null. A half-written mark counts as a live cleaner. */
function cleanerOf(cache: string): ProcessIdentity | null {
  let text: string;
  try {
    text = readFileSync(join(folderOf(cache), cleaning), 'utf8');
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return null;
  }
  return identityIn(text) ?? { host: '', boot: '', pid: 0, start: '' };
}

const isSame = (processIdentity: ProcessIdentity, other: ProcessIdentity): boolean =>
  processIdentity.boot === other.boot && processIdentity.pid === other.pid && processIdentity.start === other.start;

function removeLeftNotes(cache: string): void {
  for (const { file, identity } of notesIn(cache)) if (!isAlive(identity, file)) rmSync(file, { force: true });
}

function notesIn(cache: string): { file: string; identity: ProcessIdentity; entries: string[] }[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(cache));
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return [];
  }
  return names.flatMap((name) => {
    if (name.startsWith(cleaning)) return [];
    const file = join(folderOf(cache), name);
    let lines: string[];
    try {
      lines = readFileSync(file, 'utf8').split('\n');
    } catch (error) {
      rethrowUnless(error, isSystemError);
      return [];
    }
    const identity = identityIn(lines[0] ?? '');
    return identity === null ? [] : [{ file, identity, entries: lines.slice(1).flatMap(entryIn) }];
  });
}

function entryIn(line: string): string[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'string' ? [entry] : [];
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return [];
  }
}

function identityIn(text: string): ProcessIdentity | null {
  try {
    const { host, boot, pid, start } = (JSON.parse(text) ?? {}) as ProcessIdentity;
    const isWhole = typeof host === 'string' && typeof boot === 'string' && typeof start === 'string';
    return isWhole && typeof pid === 'number' ? { host, boot, pid, start } : null;
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return null;
  }
}
