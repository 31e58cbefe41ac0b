export interface BuildProgress {
  /** `waiting`, `packages`, `code`, `assemble`, `extend`, or `move` when files change owner. */
  phase: string;
  /** Percent of the whole build; never decreases. */
  percent: number;
  message: string;
}

export type OnProgress = (progress: BuildProgress) => void;

/** Reports how much of a phase (0 to 1) is done. */
export type OnPhase = (phase: string, part: number, message: string) => void;

/**
 * Adds up phases that may run at the same time. `shares`: the percentage of the whole build that each phase needs, from
 * measured durations; a phase that is not run counts as done.
 */
export function createBuildMeter(onProgress: OnProgress, shares: Readonly<Record<string, number>>): OnPhase {
  const parts = new Map(Object.keys(shares).map((phase) => [phase, 0]));
  const whole = Object.values(shares).reduce((sum, share) => sum + share, 0);
  return (phase, part, message) => {
    parts.set(phase, Math.max(parts.get(phase) ?? 0, Math.min(1, part)));
    const done = [...parts].reduce((sum, [name, value]) => sum + value * (shares[name] ?? 0), 0);
    onProgress({ phase, percent: Math.round((100 * done) / whole), message });
  };
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
