import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isAlive, type ProcessIdentity } from '../../desktop/process-identity.ts';
import { runName } from '../../record/paths.ts';
import type { RunningRun, ViewerState } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

/** How long what was found out about a sweep's processes is believed. */
const believedMs = 2000;
/** A run without a lease that hasn't changed for so long is no longer called running. */
const silentMs = 5 * 60_000;

/** Which runs are being made now: those that say so and whose process lives (by the sweep's leases). */
export class Running {
  readonly #root: string;
  readonly #leases = new Map<string, { at: number; held: Held | null }>();

  constructor(root: string) {
    this.#root = root;
  }

  isRunning(run: IndexedRun): boolean {
    if (!run.saysRunning) return false;
    const sweepFolder = this.#sweepFolder(run.directory);
    const leased = sweepFolder === null ? null : (this.#held(sweepFolder)?.leased ?? null);
    if (leased === null || sweepFolder === null) return Date.now() - run.changedAt < silentMs;
    return leased.has(relative(sweepFolder, run.directory));
  }

  /** What the page shows of the runs that go on. */
  list(runs: readonly IndexedRun[]): RunningRun[] {
    return runs
      .filter((run) => this.isRunning(run))
      .map((run) => ({
        id: run.id,
        title: `${run.model}: ${run.domain}/${runName(run.taskId, run.injection)}`,
        step: run.steps,
        startedAt: run.startedAt ?? new Date(run.changedAt).toISOString(),
        picture: newestPicture(run.directory) === null ? null : `/api/desktop/${run.id}.png`,
      }));
  }

  /** Of the sweeps that go on: of the runs that they planned, where they wrote that down. */
  progress(runs: readonly IndexedRun[], running: readonly RunningRun[]): ViewerState['progress'] {
    if (running.length === 0) return null;
    const ids = new Set(running.map((run) => run.id));
    const sweeps = new Set(runs.filter((run) => ids.has(run.id)).map((run) => run.sweep));
    const folders = new Set(
      runs.filter((run) => ids.has(run.id)).flatMap((run) => this.#sweepFolder(run.directory) ?? []),
    );
    const planned = new Set(
      [...folders].flatMap((folder) => [...(this.#held(folder)?.planned ?? [])].map((run) => join(folder, run))),
    );
    const own = runs.filter((run) => (planned.size === 0 ? sweeps.has(run.sweep) : planned.has(run.directory)));
    return {
      done: own.filter((run) => run.isComplete).length,
      planned: planned.size === 0 ? null : planned.size,
      errors: own.filter((run) => run.outcome === 'error').length,
    };
  }

  /** The folder above a run that holds a sweep's leases. */
  #sweepFolder(directory: string): string | null {
    for (let folder = dirname(directory); folder.startsWith(this.#root); folder = dirname(folder))
      if (existsSync(join(folder, '.leases.sqlite'))) return folder;
    return null;
  }

  #held(folder: string): Held | null {
    const known = this.#leases.get(folder);
    if (known !== undefined && Date.now() - known.at < believedMs) return known.held;
    const held = readLeases(join(folder, '.leases.sqlite'));
    this.#leases.set(folder, { at: Date.now(), held });
    return held;
  }
}

/** Runs below a sweep's folder that living processes make now, and that they planned. */
interface Held {
  leased: Set<string>;
  planned: Set<string>;
}

/** Null where that can't be read. */
function readLeases(file: string): Held | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    try {
      // A view of that name could compute for ever; a table can't.
      const isTable = (name: string): boolean =>
        (database.prepare('SELECT type FROM sqlite_master WHERE name = ?').get(name) as { type: string } | undefined)
          ?.type === 'table';
      const alive = (table: 'lease' | 'plan', most: number): Set<string> => {
        const query = `SELECT run, host, boot, pid, start FROM ${table} LIMIT ${most}`;
        const rows = database.prepare(query).all() as unknown as (ProcessIdentity & { run: string })[];
        const living = new Map<string, boolean>();
        return new Set(
          rows
            .filter(({ run: _, ...holder }) => {
              const key = JSON.stringify(holder);
              if (!living.has(key)) living.set(key, isAlive(holder));
              return living.get(key) === true;
            })
            .map(({ run }) => run),
        );
      };
      if (!isTable('lease')) return null;
      return { leased: alive('lease', 1000), planned: isTable('plan') ? alive('plan', 100_000) : new Set() };
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** The file of the latest screenshot; null where there is none. */
export function newestPicture(directory: string): { name: string; at: number } | null {
  let newest: { name: string; at: number } | null = null;
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => /^step_[\w@:.-]+\.png$/.test(name));
  } catch {
    return null;
  }
  for (const name of names) {
    try {
      const { mtimeMs } = lstatSync(join(directory, name));
      if (newest === null || mtimeMs > newest.at) newest = { name, at: mtimeMs };
    } catch {
      // Moved away since.
    }
  }
  return newest;
}
