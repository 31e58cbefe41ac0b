import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type LeasedRuns, leasedRuns } from '../../desktop/client/leased-runs.ts';

/**
 * Those of the directories in which a living process makes a run now, by the leases of its sweep: a verdict on half a
 * run would be none.
 */
export function runsInTheMaking(directories: readonly string[]): Set<string> {
  const folders = new Map<string, string | null>();
  const leases = new Map<string, LeasedRuns | null>();
  /** The folder at or above one that holds a sweep's leases. */
  const sweepFolder = (folder: string): string | null => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const found = existsSync(join(folder, '.leases.sqlite')) ? folder : above === folder ? null : sweepFolder(above);
    folders.set(folder, found);
    return found;
  };
  return new Set(
    directories.filter((directory) => {
      const run = resolve(directory);
      const folder = sweepFolder(dirname(run));
      if (folder === null) return false;
      const held = leases.get(folder) ?? leasedRuns(join(folder, '.leases.sqlite'));
      leases.set(folder, held);
      return held?.leased.has(relative(folder, run)) === true;
    }),
  );
}
