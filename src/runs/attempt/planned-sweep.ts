import type { SweepLog } from '../../base/record/sweep-log.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { Plan } from '../plan/plan-runs.ts';
import type { SweepRequest } from '../plan/sweep-request.ts';
import type { SharedSteps } from '../replay/shared-steps.ts';
import type { RunDependencies } from './dependencies.ts';

/** A sweep that is planned: its runs, and all that making them needs. */
export interface Sweep extends Plan {
  /** With an absolute `resultDir`, and with the jailbreak's hash in its settings. */
  request: SweepRequest;
  dependencies: RunDependencies;
  provider: DesktopProvider;
  suiteHash: string;
  /** SHA-256 of what is imported from the suite's checkout; null: nothing, or the suite is none. */
  importedPrompts: string | null;
  /** Another run of the same task under the same seed, with another payload: its first steps are done again; left out: none are. */
  sharedSteps?: SharedSteps | undefined;
  /** OS-Harm's log files; left out: none are written. */
  log?: SweepLog | undefined;
}
