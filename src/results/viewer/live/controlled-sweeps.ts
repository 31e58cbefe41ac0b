import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import {
  type ControlRequest,
  controlFile,
  requestControl,
  type SweepState,
} from '../../../base/record/sweep-control.ts';
import type { LiveSweep } from '../api/live.ts';
import { ViewerError } from '../viewer-error.ts';

/** Runs of a sweep that a page lists for cancelling. */
const mostOpen = 100;

/** The sweeps that run in the root or in a folder of it, by their folder relative to the root. */
export async function controlledSweeps(root: string): Promise<LiveSweep[]> {
  return Promise.all(
    sweepFolders(root).map(async (folder) => {
      try {
        const { sweep } = await requestControl(folder, { action: 'list' });
        return shown(relative(root, folder), sweep);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return refused(relative(root, folder), error.message);
      }
    }),
  );
}

/** Throws ViewerError 404 for a folder without a sweep, and 409 with the sweep's reason if it refuses. */
export async function passRequestOn(
  root: string,
  folder: string,
  request: ControlRequest,
): Promise<{ message: string; sweep: LiveSweep }> {
  const found = sweepFolders(root).find((path) => relative(root, path) === folder);
  if (found === undefined) throw new ViewerError(404, 'No sweep runs in this folder (any more).');
  try {
    const { message, sweep } = await requestControl(found, request);
    return { message, sweep: shown(folder, sweep) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new ViewerError(409, [error.message, error.hint].join(' '));
  }
}

function sweepFolders(root: string): string[] {
  let names: string[] = [];
  try {
    names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    // The folder does not exist yet.
  }
  return [root, ...names.map((name) => join(root, name))].filter((folder) => existsSync(join(folder, controlFile)));
}

function shown(folder: string, { isPaused, parallel, costUsd, maxCostUsd, runs }: SweepState): LiveSweep {
  const open = ['running', 'waiting'].flatMap((state) => runs.filter((run) => run.state === state));
  return {
    folder,
    refusal: null,
    isPaused,
    parallel,
    costUsd,
    maxCostUsd,
    counts: [...Map.groupBy(runs, ({ state }) => state)].map(([state, some]) => ({ state, runs: some.length })),
    open: open.slice(0, mostOpen).map(({ name, state }) => ({ name, isRunning: state === 'running' })),
  };
}

function refused(folder: string, refusal: string): LiveSweep {
  return { folder, refusal, isPaused: false, parallel: 0, costUsd: 0, maxCostUsd: null, counts: [], open: [] };
}
