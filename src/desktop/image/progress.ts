/** One step of a build as people see it. */
export interface BuildProgress {
  /** `waiting`, `packages`, `code`, `assemble`. */
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
 * half a part each for a package that is unpacked and set up.
 */
export function createPackagesMeter(expected: number): (line: string) => { part: number; message: string } | null {
  let total = expected;
  let fetched = 0;
  let done = 0;
  return (line) => {
    const counted = /(\d+) newly installed/.exec(line)?.[1];
    if (counted !== undefined) total = Math.max(total, Number(counted));
    const got = /^Get:\d+ \S+ \S+ \S+ (\S+) /.exec(line)?.[1];
    const unpacked = /^Unpacking (\S+)/.exec(line)?.[1];
    const set = /^Setting up (\S+)/.exec(line)?.[1];
    const plural = (count: number) => `${Math.min(count, total)} of ${total}`;
    if (got !== undefined && /\.deb|amd64|all/.test(line)) fetched += 1;
    else if (unpacked !== undefined || set !== undefined) done += 0.5;
    else return null;
    const part = 0.25 * Math.min(1, fetched / total) + 0.75 * Math.min(1, done / total);
    const message = got === undefined ? `installing ${unpacked ?? set}` : `downloading ${got} (${plural(fetched)})`;
    // With everything downloaded before, the first quarter passes unseen.
    return { part: done > 0 ? Math.max(part, 0.25 + 0.75 * Math.min(1, done / total)) : part, message };
  };
}
