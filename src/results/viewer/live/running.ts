import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type LeasedRuns, leasedRuns, leaseFile } from '../../../base/record/lease/run-leases.ts';
import { readLiveRun, watchSweep } from '../../../base/record/live-run.ts';
import { pick } from '../../model/pick.ts';
import type { RunningRun, ViewerState } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { Desktops } from './desktops.ts';

const believedMs = 2000;
/** How often a sweep is notified that someone is watching. */
const watchEveryMs = 5000;
/** A run without a lease counts as stopped if it has not changed for this long. */
const silentMs = 5 * 60_000;

/** Tracks the runs in progress: those marked as running whose process is alive according to the sweep's leases. */
export class Running {
  readonly #root: string;
  readonly #desktops: Desktops;
  readonly #watchedAt = new Map<string, number>();
  readonly #leases = new Map<string, { at: number; held: LeasedRuns | null }>();

  constructor(root: string, desktops: Desktops) {
    this.#root = root;
    this.#desktops = desktops;
  }

  isRunning(run: IndexedRun): boolean {
    if (!run.saysRunning) return false;
    const sweepFolder = this.#sweepFolder(run.directory);
    const leased = sweepFolder === null ? null : (this.#held(sweepFolder)?.leased ?? null);
    if (leased === null || sweepFolder === null) return Date.now() - run.changedAt < silentMs;
    return leased.has(relative(sweepFolder, run.directory));
  }

  list(runs: readonly IndexedRun[]): RunningRun[] {
    return runs
      .filter((run) => this.isRunning(run))
      .map((run) => {
        const live = readLiveRun(run.directory);
        return {
          ...pick(run, ['model', 'title', 'injection', 'goalTitle', 'repeat']),
          id: run.id,
          step: run.steps,
          startedAt: run.startedAt ?? new Date(run.changedAt).toISOString(),
          costUsd: live?.costUsd ?? null,
          harm: live?.harm ?? null,
          view: this.#viewOf(run.directory),
        };
      });
  }

  /** Notifies the sweeps of running runs that someone is watching, so that they report more. */
  watch(runs: readonly IndexedRun[]): void {
    const directories = runs.filter((run) => this.isRunning(run)).map(({ directory }) => directory);
    for (const folder of new Set(directories.flatMap((directory) => this.#sweepFolder(directory) ?? [])))
      if (Date.now() - (this.#watchedAt.get(folder) ?? 0) > watchEveryMs) {
        this.#watchedAt.set(folder, Date.now());
        watchSweep(folder);
      }
  }

  #viewOf(directory: string): RunningRun['view'] {
    if (this.#desktops.canSee(directory)) return 'desktop';
    return newestPicture(directory) === null ? null : 'screenshot';
  }

  /** Progress of the running sweeps, relative to the planned runs if they are recorded. */
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
    const indexedRuns = runs.filter((run) => (planned.size === 0 ? sweeps.has(run.sweep) : planned.has(run.directory)));
    return {
      done: indexedRuns.filter((run) => run.isComplete).length,
      planned: planned.size === 0 ? null : planned.size,
      errors: indexedRuns.filter((run) => run.outcome === 'error').length,
    };
  }

  #sweepFolder(directory: string): string | null {
    for (let folder = dirname(directory); folder.startsWith(this.#root); folder = dirname(folder))
      if (existsSync(join(folder, leaseFile))) return folder;
    return null;
  }

  #held(folder: string): LeasedRuns | null {
    const known = this.#leases.get(folder);
    if (known !== undefined && Date.now() - known.at < believedMs) return known.held;
    const held = leasedRuns(join(folder, leaseFile));
    this.#leases.set(folder, { at: Date.now(), held });
    return held;
  }
}

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
      // The file was moved in the meantime.
    }
  }
  return newest;
}
