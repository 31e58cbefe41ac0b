export interface BuildProgress {
  /** `waiting`, `packages`, `code`, `assemble`, or `move` when files change owner. */
  phase: string;
  /** Percent of the whole build; never decreases. */
  percent: number;
  message: string;
}

export type OnProgress = (progress: BuildProgress) => void;

/** The part of the progress bar (in percent) that each phase covers, based on measured durations. */
const shares: Record<string, [from: number, to: number]> = {
  packages: [0, 45],
  code: [45, 92],
  assemble: [92, 100],
  extend: [0, 100],
};

export function percentOf(phase: string, part: number): number {
  const [from, to] = shares[phase] ?? [0, 0];
  return Math.round(from + (to - from) * Math.min(1, Math.max(0, part)));
}

/**
 * Estimates progress from the output of mmdebstrap and apt. Downloads count for a quarter; unpacking and configuring
 * share the rest. `expected`: the likely number of packages.
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
    // Cached downloads print nothing and apt prints the number of packages late, so keep the estimate from decreasing.
    const downloaded = done > 0 ? 1 : fetched / total;
    furthest = Math.max(furthest, 0.25 * Math.min(1, downloaded) + 0.75 * Math.min(1, done / total));
    return { part: furthest, message };
  };
}
