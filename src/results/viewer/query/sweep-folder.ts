import type { IndexedRun } from '../index/indexed-run.ts';

/** A cache: many runs share few sweeps. */
const folders = new Map<string, string>();

/** The folder above action space, observation type and model. */
export function sweepFolder({ sweep }: Pick<IndexedRun, 'sweep'>): string {
  const known = folders.get(sweep);
  if (known !== undefined) return known;
  const folder = sweep.split('/').slice(0, -3).join('/') || '.';
  folders.set(sweep, folder);
  return folder;
}
