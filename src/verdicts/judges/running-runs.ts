import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type LeasedRuns, leasedRuns, leaseFile } from '../../base/record/lease/run-leases.ts';

/** Directories of runs in progress, according to the sweep's leases. Incomplete runs can't be judged. */
export function runningRuns(directories: readonly string[]): Set<string> {
  const folders = new Map<string, string | null>();
  const leases = new Map<string, LeasedRuns | null>();
  const sweepFolder = (folder: string): string | null => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const found = existsSync(join(folder, leaseFile)) ? folder : above === folder ? null : sweepFolder(above);
    folders.set(folder, found);
    return found;
  };
  return new Set(
    directories.filter((directory) => {
      const run = resolve(directory);
      const folder = sweepFolder(dirname(run));
      if (folder === null) return false;
      const held = leases.get(folder) ?? leasedRuns(join(folder, leaseFile));
      leases.set(folder, held);
      return held?.leased.has(relative(folder, run)) === true;
    }),
  );
}
