/** A sweep of this machine that runs in a folder of the viewer. */
export interface LiveSweep {
  /** Relative to the viewer's root; empty for the root itself. */
  folder: string;
  /** Why the sweep can't be controlled; then there are no other figures. */
  refusal: string | null;
  isPaused: boolean;
  /** Runs at a time. */
  parallel: number;
  costUsd: number;
  /** Null if the sweep was started without a limit, which then can't be set. */
  maxCostUsd: number | null;
  /** Number of runs in each state: `waiting`, `running`, `done`, `error`, `cancelled`, `elsewhere`. */
  counts: { state: string; runs: number }[];
  /** Runs that can be cancelled: those in progress, then the first that wait. */
  open: { name: string; isRunning: boolean }[];
}
