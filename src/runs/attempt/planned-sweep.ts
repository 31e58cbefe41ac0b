import type { SweepLog } from '../../base/record/sweep-log.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { Plan } from '../plan/plan-runs.ts';
import type { SweepRequest } from '../plan/sweep-request.ts';
import type { SharedSteps } from '../replay/shared-steps.ts';
import type { RunDependencies } from './dependencies.ts';

export interface Sweep extends Plan {
  /** `out` is absolute, and the settings include the jailbreak's hash. */
  request: SweepRequest;
  dependencies: RunDependencies;
  provider: DesktopProvider;
  suiteHash: string;
  importedPrompts: string | null;
  /** Another run of the same task and seed with a different payload, whose first steps are replayed. */
  sharedSteps?: SharedSteps | undefined;
  log?: SweepLog | undefined;
}
