import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { fromCached, type IndexedRun, indexRun, toCached } from './indexed-run.ts';
import type { IndexMessage, IndexTask } from './messages.ts';
import { lookAt } from './result-files.ts';
import { IndexStore } from './store.ts';
import { walkRuns } from './walk.ts';

/** Runs in one message; milliseconds between looks at runs that change, and at least between walks of the whole tree. */
const piece = 200;
const hotEveryMs = 1000;
const walkEveryMs = { least: 3000, most: 60_000 };
/** A run that changed so lately is looked at each second. */
const hotForMs = 10 * 60_000;

const { root, cache } = workerData as IndexTask;
const store = new IndexStore(root, cache ?? undefined);
const say = (message: IndexMessage): void => parentPort?.postMessage(message);
const directoryOf = (path: string): string => (path === '.' ? root : `${root}/${path}`);
/** By path below the root; `.` where the root is a run. */
const known = new Map<string, { stamp: string; changedAt: number; isOpen: boolean }>();

/** Reads directories whose files have changed; says and keeps what came out. */
class Batch {
  put: IndexedRun[] = [];
  rows: { path: string; stamp: string; json: string }[] = [];
  removed: string[] = [];

  look(directory: string): void {
    const look = lookAt(directory, root);
    const path = relative(root, directory) || '.';
    if (known.get(path)?.stamp === look.stamp) return;
    if (look.stamp === '' && !existsSync(directory)) {
      known.delete(path);
      this.removed.push(path);
      return;
    }
    const run = indexRun(directory, root, look);
    this.keep(path, look.stamp, run);
    this.rows.push({ path, stamp: look.stamp, json: toCached(run) });
    if (this.rows.length >= piece) this.send();
  }

  keep(path: string, stamp: string, run: IndexedRun): void {
    known.set(path, { stamp, changedAt: run.changedAt, isOpen: !run.isComplete });
    this.put.push(run);
    if (this.put.length >= piece) this.send();
  }

  send(): void {
    store.change(this.rows, this.removed);
    if (this.put.length > 0 || this.removed.length > 0) say({ kind: 'runs', put: this.put, removed: this.removed });
    this.put = [];
    this.rows = [];
    this.removed = [];
  }
}

function readCache(): void {
  const batch = new Batch();
  for (const { path, stamp, json } of store.all()) batch.keep(path, stamp, fromCached(json, directoryOf(path)));
  batch.send();
}

function readTree(): number {
  const started = performance.now();
  const directories = [...walkRuns(root)];
  say({ kind: 'found', runs: directories.length });
  const batch = new Batch();
  for (const directory of directories) batch.look(directory);
  const there = new Set(directories.map((directory) => relative(root, directory) || '.'));
  for (const path of known.keys()) {
    if (there.has(path)) continue;
    known.delete(path);
    batch.removed.push(path);
  }
  batch.send();
  return performance.now() - started;
}

function readHot(): void {
  const batch = new Batch();
  const since = Date.now() - hotForMs;
  for (const [path, run] of known) if (run.isOpen && run.changedAt > since) batch.look(directoryOf(path));
  batch.send();
}

try {
  readCache();
  let tookMs = readTree();
  say({ kind: 'read' });
  for (;;) {
    // A large tree is walked less often: at most a tenth of the time goes into it.
    const until = Date.now() + Math.min(walkEveryMs.most, Math.max(walkEveryMs.least, tookMs * 10));
    while (Date.now() < until) {
      await sleep(hotEveryMs);
      readHot();
    }
    tookMs = readTree();
  }
} catch (error) {
  say({ kind: 'failed', message: (error as Error).message });
}
