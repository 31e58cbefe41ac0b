import { EventEmitter } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { siblingProgram } from '../../../base/record/sibling-program.ts';
import { withVersions } from '../../model/agent-versions.ts';
import { fromCached } from './cached-run.ts';
import { directoryOf, type IndexedRun } from './indexed-run.ts';
import type { IndexMessage, IndexTask } from './messages.ts';
import { RunIds } from './run-ids.ts';
import { SharedValues } from './shared-values.ts';

interface Events {
  /** Ids of runs that were added, changed or removed. */
  changed: [ids: string[]];
  read: [];
  failed: [message: string];
}

/** While a tree is read, the next sort waits for this multiple of the last sort's duration. */
const waits = 50;
const longestWaitMs = 10_000;

/** All runs of a tree in memory, kept up to date by a worker thread. */
export class RunIndex extends EventEmitter<Events> {
  readonly #runs = new Map<string, IndexedRun>();
  readonly #ids = new RunIds();
  readonly #shared = new SharedValues();
  readonly #task: Omit<IndexTask, 'work' | 'taken'>;
  #taken = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker;
  #isClosed = false;
  #sorted: IndexedRun[] = [];
  /** Whether `#sorted` is current, when it was sorted, and the duration of the sort. */
  #isSorted = true;
  #sortedAt = 0;
  #sortingMs = 0;
  found = 0;
  isReading = true;
  searchable = 0;
  failure: string | null = null;

  constructor(task: Omit<IndexTask, 'work' | 'taken'>) {
    super();
    this.#task = task;
    this.#worker = this.#start('read');
  }

  /**
   * Sorted by path, so that pages do not jump while the tree is read, with versions of an agent named apart. During the first read a large list is refreshed
   * only occasionally, since each new list invalidates the counts derived from it.
   */
  get runs(): readonly IndexedRun[] {
    const now = performance.now();
    const waitMs = Math.min(longestWaitMs, this.#sortingMs * waits);
    if (this.#isSorted || (this.isReading && now - this.#sortedAt < waitMs)) return this.#sorted;
    this.#sorted = withVersions([...this.#runs.values()].sort((a, b) => (a.path < b.path ? -1 : 1)));
    this.#isSorted = true;
    this.#sortedAt = performance.now();
    this.#sortingMs = this.#sortedAt - now;
    return this.#sorted;
  }

  get size(): number {
    return this.#runs.size;
  }

  get(id: string): IndexedRun | undefined {
    return this.#runs.get(id);
  }

  /** Shows a changed run before its folder is read again. */
  replace(run: IndexedRun): void {
    this.#runs.set(run.id, run);
    this.#isSorted = false;
    this.emit('changed', [run.id]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  #start(work: IndexTask['work']): Worker {
    const taken = new Int32Array(new SharedArrayBuffer(4));
    this.#taken = taken;
    const compiled = getCompileCacheDir();
    const worker = new Worker(siblingProgram(import.meta.url, './thread'), {
      // A thread that compiles its modules itself retains 25 MB of compiler memory.
      env: compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(compiled) },
      workerData: { ...this.#task, taken, work } satisfies IndexTask,
      // What remains of a 300 MB budget. A file that does not fit counts as damaged.
      resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (message: IndexMessage) => this.#take(message));
    worker.on('error', (error) => this.#fail(error.message));
    return worker;
  }

  #take(message: IndexMessage): void {
    switch (message.kind) {
      case 'found':
        this.found = message.runs;
        return;
      case 'runs': {
        const { root } = this.#task;
        // If the root is itself a run, its path is its name.
        const changed = message.removed.flatMap((path) => this.#ids.remove(path === '.' ? basename(root) : path));
        for (const id of changed) this.#runs.delete(id);
        for (const { path, json } of message.put)
          changed.push(...this.#put(fromCached(json, directoryOf(root, path), this.#shared)));
        this.#isSorted = false;
        Atomics.add(this.#taken, 0, 1);
        Atomics.notify(this.#taken, 0);
        this.emit('changed', changed);
        return;
      }
      case 'read':
        this.isReading = false;
        this.emit('read');
        // A new thread watches, so that the memory used for reading is freed with the old one.
        this.#worker.once('exit', () => {
          if (!this.#isClosed) this.#worker = this.#start('watch');
        });
        return;
      case 'searchable':
        this.searchable = message.runs;
        return;
      case 'failed':
        this.#fail(message.message);
        return;
      default:
        message satisfies never;
    }
  }

  /** Returns the ids that changed. */
  #put(run: IndexedRun): string[] {
    const { id, moved, freed } = this.#ids.take(run.path, run.id);
    for (const value of freed) this.#runs.delete(value);
    if (moved !== null) {
      const other = this.#runs.get(id);
      if (other !== undefined) this.#runs.set(moved.id, { ...other, id: moved.id });
    }
    this.#runs.set(id, id === run.id ? run : { ...run, id });
    return [id, ...(moved === null ? [] : [moved.id]), ...freed];
  }

  #fail(message: string): void {
    this.failure = message;
    this.isReading = false;
    this.emit('failed', message);
  }
}
