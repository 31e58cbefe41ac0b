import type { DesktopProvider } from '../desktop/desktop.ts';
import type { Downloads } from '../desktop/setup/downloads/downloads.ts';
import type { PlannedRun } from '../plan/plan-runs.ts';
import type { FlatSpec } from '../plan/spec-hash.ts';
import type { SweepLog } from '../record/sweep-log.ts';
import type { Suite } from '../suite/suite.ts';
import type { RunBorder } from './border.ts';

/** What is the same for all runs of a sweep. */
export interface SweepContext {
  border: RunBorder;
  provider: DesktopProvider;
  suite: Suite;
  suiteHash: string;
  osharmVersion: string;
  /** Judges to ask after each run. */
  judges: readonly JudgeType[];
  /** Where overlays live; left out: in memory. */
  scratch: string | undefined;
  /** Root for directories of incomplete runs, beside the results. */
  incompleteDir: string;
  resultDir: string;
  /** OS-Harm's log files; left out: none are written. */
  log?: SweepLog;
  /** Where files that tasks name by address come from; left out: OS-Harm's own cache in a checkout alone. */
  downloads?: Pick<Downloads, 'get'>;
}

export type JudgeType = 'effects';

/** One run to make. */
export interface RunContext extends SweepContext {
  run: PlannedRun;
  spec: FlatSpec;
  specHash: string;
  /** Aborted when the person stops the sweep. */
  signal: AbortSignal;
  onStep(step: number): void;
}
