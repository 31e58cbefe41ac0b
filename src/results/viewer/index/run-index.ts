import { EventEmitter } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { siblingProgram } from '../../../base/record/sibling-program.ts';
import { fromCached } from './cached-run.ts';
import { directoryOf, type IndexedRun } from './indexed-run.ts';
import type { IndexMessage, IndexTask } from './messages.ts';
import { RunIds } from './run-ids.ts';
import { SharedValues } from './shared-values.ts';

interface Events {
  /** Ids of runs that are new, changed or gone. */
  changed: [ids: string[]];
  /** The whole tree has been read once. */
  read: [];
  failed: [message: string];
}

/** While a tree is read: how many times as long as the last sorting took passes before the next, milliseconds at most. */
const waits = 50;
const longestWaitMs = 10_000;

/** All runs of a tree in memory, kept up to date by a thread that reads it. */
export class RunIndex extends EventEmitter<Events> {
  readonly #runs = new Map<string, IndexedRun>();
  readonly #ids = new RunIds();
  readonly #shared = new SharedValues();
  readonly #task: Omit<IndexTask, 'work' | 'taken'>;
  #taken = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker;
  #isClosed = false;
  #sorted: IndexedRun[] = [];
  /** Whether `#sorted` is what is there, when it was made (milliseconds), and how long that took. */
  #isSorted = true;
  #sortedAt = 0;
  #sortingMs = 0;
  found = 0;
  isReading = true;
  /** Of so many runs the texts can be searched. */
  searchable = 0;
  /** Why the tree is no longer read; null while it is. */
  failure: string | null = null;

  constructor(task: Omit<IndexTask, 'work' | 'taken'>) {
    super();
    this.#task = task;
    this.#worker = this.#start('read');
  }

  /**
   * By path, so that pages don't jump while the tree is read. Until then the list of a large tree is brought up to date
   * now and then: whatever is counted of it is counted anew for each list.
   */
  get runs(): readonly IndexedRun[] {
    const now = performance.now();
    const waitMs = Math.min(longestWaitMs, this.#sortingMs * waits);
    if (this.#isSorted || (this.isReading && now - this.#sortedAt < waitMs)) return this.#sorted;
    this.#sorted = [...this.#runs.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
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

  /** A run that was changed here is shown so before its folder is looked at again. */
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
      // A thread that compiles its modules itself keeps 25 MB of compiler.
      env: compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(compiled) },
      workerData: { ...this.#task, taken, work } satisfies IndexTask,
      // What is left of 300 MB beside the server; a file that doesn't fit in it is damage.
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
        // A root that is itself a run has its own name as path.
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
        // A thread of its own watches: the memory that reading took goes back with the one that read.
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

  /** Takes a run in; answers the ids under which something changed. */
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
