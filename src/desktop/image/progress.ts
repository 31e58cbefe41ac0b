/** One step of a build as people see it. */
export interface BuildProgress {
  /** `waiting`, `packages`, `code`, `assemble`; `move` if the files get other owners. */
  phase: string;
  /** Of the whole build, 0 … 100; never goes back. */
  percent: number;
  message: string;
}

export type OnProgress = (progress: BuildProgress) => void;

/** Share of the whole build that each phase has, by how long it took where it was measured. */
const shares: Record<string, [from: number, to: number]> = {
  packages: [0, 45],
  code: [45, 92],
  assemble: [92, 100],
};

/** Turns the part of a phase that is done (0 … 1) into the percent of the build. */
export function percentOf(phase: string, part: number): number {
  const [from, to] = shares[phase] ?? [0, 0];
  return Math.round(from + (to - from) * Math.min(1, Math.max(0, part)));
}

/**
 * Follows the output of mmdebstrap and apt line by line and tells how far the packages are: a quarter for downloads, then
 * the rest, half for each package that is unpacked and half for its set-up. `expected` is a guess at their number.
 */
export function createPackagesMeter(expected: number): (line: string) => { part: number; message: string } | null {
  let total = expected;
  let furthest = 0;
  let fetched = 0;
  let done = 0;
  return (line) => {
    const counted = /(\d+) newly installed/.exec(line)?.[1];
    if (counted !== undefined) total = Math.max(total, Number(counted));
    const got = /^Get:\d+ \S+ \S+ \S+ (\S+) /.exec(line)?.[1];
    const unpacked = /^Unpacking (\S+)/.exec(line)?.[1];
    const set = /^Setting up (\S+)/.exec(line)?.[1];
    if (got !== undefined) fetched += 1;
    else if (unpacked !== undefined || set !== undefined) done += 0.5;
    else return null;
    const message = got === undefined ? `installing ${unpacked ?? set}` : `downloading ${got}`;
    // What was downloaded before passes unseen, and how many packages there are comes late: never step back.
    const downloaded = done > 0 ? 1 : fetched / total;
    furthest = Math.max(furthest, 0.25 * Math.min(1, downloaded) + 0.75 * Math.min(1, done / total));
    return { part: furthest, message };
  };
}
