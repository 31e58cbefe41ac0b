import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { toCached } from './cached-run.ts';
import { directoryOf, indexRun } from './indexed-run.ts';
import type { IndexMessage, IndexTask } from './messages.ts';
import { readSafely } from './read-safely.ts';
import { lookAt } from './result-files.ts';
import { searchedText } from './run-text.ts';
import { IndexStore, type StoredRun } from './store.ts';
import { walkRuns } from './walk.ts';

/** Messages in flight are limited, since the receiver is slower than reading from the cache. */
const piece = 100;
const mostWaiting = 10;
const hotEveryMs = 1000;
/** Runs that changed within this time are checked every `hotEveryMs`. */
const hotForMs = 10 * 60_000;
/** Longest time for reading texts before the tree is checked again, and runs per transaction. */
const textsForMs = 800;
const textsAtOnce = 10;
const walkEveryMs = { least: 3000, most: 60_000 };

const { root, cache, taken, work } = workerData as IndexTask;
const store = new IndexStore(root, cache ?? undefined);
const say = (message: IndexMessage): void => parentPort?.postMessage(message);
let sent = 0;
function sayRuns(runs: Omit<IndexMessage & { kind: 'runs' }, 'kind'>): void {
  for (let there = Atomics.load(taken, 0); sent - there >= mostWaiting; there = Atomics.load(taken, 0))
    Atomics.wait(taken, 0, there, 1000);
  sent += 1;
  say({ kind: 'runs', ...runs });
}
const pathOf = (directory: string): string => relative(root, directory) || '.';
interface KnownRun extends Pick<StoredRun, 'stamp' | 'changedAt' | 'isOpen'> {
  /** The last walk that found the run. */
  walk: number;
}
const known = new Map<string, KnownRun>();
/** Runs in `known` without a result, and those whose texts are not searchable yet. */
const open = new Set<string>();
const textless = new Set<string>();
const gone: string[] = [];
let walks = 0;
let isTold = false;

class Batch {
  #put: { path: string; json: string }[] = [];
  #rows: StoredRun[] = [];
  #removed: string[] = [];

  look(directory: string): void {
    const look = lookAt(directory, root);
    const path = pathOf(directory);
    const before = known.get(path);
    if (before !== undefined) before.walk = walks;
    if (before?.stamp === look.stamp) return;
    if (look.stamp === '' && !existsSync(directory)) {
      this.remove(path);
      return;
    }
    const run = indexRun(directory, root, look);
    const row = { path, stamp: look.stamp, changedAt: run.changedAt, isOpen: !run.isComplete, json: toCached(run) };
    this.#rows.push(row);
    this.keep(row);
  }

  keep({ json, ...run }: StoredRun): void {
    know(run);
    const { path } = run;
    textless.add(path);
    this.#put.push({ path, json });
    if (this.#put.length >= piece) this.send();
  }

  remove(path: string): void {
    known.delete(path);
    open.delete(path);
    textless.delete(path);
    gone.push(path);
    this.#removed.push(path);
  }

  send(): void {
    store.change(this.#rows, this.#removed);
    if (this.#put.length > 0 || this.#removed.length > 0) sayRuns({ put: this.#put, removed: this.#removed });
    this.#put = [];
    this.#rows = [];
    this.#removed = [];
  }
}

function know({ path, stamp, changedAt, isOpen }: Omit<StoredRun, 'json'>): void {
  known.set(path, { stamp, changedAt, isOpen, walk: walks });
  if (isOpen) open.add(path);
  else open.delete(path);
}

function readCache(): void {
  const batch = new Batch();
  for (const run of store.all()) batch.keep(run);
  batch.send();
}

function readTree(): number {
  const started = performance.now();
  walks += 1;
  const batch = new Batch();
  // Pages show the progress of the first walk. Later walks need no total, so the list is not kept in memory.
  const directories = work === 'read' ? [...walkRuns(root)] : walkRuns(root);
  if (Array.isArray(directories)) say({ kind: 'found', runs: directories.length });
  for (const directory of directories) batch.look(directory);
  for (const [path, { walk }] of known) if (walk !== walks) batch.remove(path);
  batch.send();
  say({ kind: 'found', runs: known.size });
  return performance.now() - started;
}

function readHot(): void {
  const batch = new Batch();
  const since = Date.now() - hotForMs;
  for (const path of open) if ((known.get(path)?.changedAt ?? 0) > since) batch.look(directoryOf(root, path));
  batch.send();
}

/** Indexes texts for up to `textsForMs`. Returns whether any are left. */
function readTexts(): boolean {
  const until = performance.now() + textsForMs;
  const before = textless.size;
  const forgotten = gone.splice(0);
  store.texts.change(forgotten.map((path) => ({ path, stamp: '', text: null })));
  const isFull = store.texts.isFull;
  while (!isFull && textless.size > 0 && performance.now() < until) {
    const read = someOf(textless).map((path) => {
      const { run, isWhole } = readSafely(directoryOf(root, path), root);
      return { path, stamp: known.get(path)?.stamp ?? '', text: isWhole ? searchedText(run) : null };
    });
    store.texts.change(read);
    for (const { path } of read) textless.delete(path);
  }
  if (textless.size < before || forgotten.length > 0 || !isTold)
    say({ kind: 'searchable', runs: known.size - textless.size });
  isTold = true;
  return !isFull && textless.size > 0;
}

function someOf(paths: Iterable<string>): string[] {
  const some: string[] = [];
  for (const path of paths) if (some.push(path) === textsAtOnce) break;
  return some;
}

async function watch(): Promise<never> {
  for (const { hasTexts, ...run } of store.stamps()) {
    know(run);
    if (!hasTexts) textless.add(run.path);
  }
  gone.push(...store.texts.withoutRun());
  for (;;) {
    const tookMs = readTree();
    // Limits walks of a large tree to about a tenth of the time.
    const until = Date.now() + Math.min(walkEveryMs.most, Math.max(walkEveryMs.least, tookMs * 10));
    while (Date.now() < until) {
      await sleep(readTexts() ? 0 : hotEveryMs);
      readHot();
    }
  }
}

try {
  if (work === 'watch') await watch();
  readCache();
  readTree();
  store.close();
  say({ kind: 'read' });
} catch (error) {
  say({ kind: 'failed', message: (error as Error).message });
}
