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
  readonly #leases = new Map<string, { at: number; runs: Set<string> | null }>();

  constructor(root: string) {
    this.#root = root;
  }

  isRunning(run: IndexedRun): boolean {
    if (!run.saysRunning) return false;
    const sweepFolder = this.#sweepFolder(run.directory);
    const leased = sweepFolder === null ? null : this.#leased(sweepFolder);
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

  /** Of the sweeps that go on. Which runs they plan they don't write down, so that isn't told. */
  progress(runs: readonly IndexedRun[], running: readonly RunningRun[]): ViewerState['progress'] {
    if (running.length === 0) return null;
    const ids = new Set(running.map((run) => run.id));
    const sweeps = new Set(runs.filter((run) => ids.has(run.id)).map((run) => run.sweep));
    const own = runs.filter((run) => sweeps.has(run.sweep));
    return {
      done: own.filter((run) => run.isComplete).length,
      planned: null,
      errors: own.filter((run) => run.outcome === 'error').length,
    };
  }

  /** The folder above a run that holds a sweep's leases. */
  #sweepFolder(directory: string): string | null {
    for (let folder = dirname(directory); folder.startsWith(this.#root); folder = dirname(folder))
      if (existsSync(join(folder, '.leases.sqlite'))) return folder;
    return null;
  }

  #leased(folder: string): Set<string> | null {
    const known = this.#leases.get(folder);
    if (known !== undefined && Date.now() - known.at < believedMs) return known.runs;
    const runs = readLeases(join(folder, '.leases.sqlite'));
    this.#leases.set(folder, { at: Date.now(), runs });
    return runs;
  }
}

/** Runs with a lease whose holder lives; null where that can't be read. */
function readLeases(file: string): Set<string> | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    try {
      // A view of that name could compute for ever; a table can't.
      const is = database.prepare("SELECT type FROM sqlite_master WHERE name = 'lease'").get() as
        | { type: string }
        | undefined;
      if (is?.type !== 'table') return null;
      const rows = database
        .prepare('SELECT run, host, boot, pid, start FROM lease LIMIT 1000')
        .all() as unknown as (ProcessIdentity & {
        run: string;
      })[];
      return new Set(rows.filter(isAlive).map(({ run }) => run));
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
