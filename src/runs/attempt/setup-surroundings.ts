import type { Desktop } from '../../desktop/client/desktop.ts';
import type { SetupContext } from '../../tasks/setup/setup-kind.ts';
import type { SetupStep } from '../../tasks/suite/task.ts';
import { isTolerant } from '../plan/settings/defaults.ts';
import type { Attempt } from './attempt.ts';

/** Milliseconds for a set-up, excluding its sleeps. */
const setupLimit = 300_000;

export function setupSurroundings(attempt: Attempt, desktop: Desktop, signal: AbortSignal): SetupContext {
  const { run, sweep } = attempt;
  const { downloads } = sweep.dependencies;
  const { suite } = sweep.request;
  return {
    desktop,
    suiteFolder: suite.assetRoot,
    canaries: attempt.canaries,
    variation: run.taskFile.variation,
    // OS-Harm's cache uses the id in the file.
    taskId: run.taskFile.fileId,
    screen: { width: run.settings.screenWidth, height: run.settings.screenHeight },
    isForeign: suite.isCheckout && run.settings.strictSetup !== true,
    isTolerant: isTolerant(suite, run.settings),
    failed: (text) => attempt.setupFailed(text),
    outputs: attempt.outputs,
    note: (text) => attempt.record.log(`Note: ${text}`),
    now: sweep.dependencies.clock.now(),
    sceneDay: run.taskFile.sceneDay,
    signal,
    downloads,
  };
}

export function setupDeadline(steps: readonly SetupStep[]): number {
  const slept = steps.map(({ type, parameters }) =>
    type === 'sleep' && typeof parameters.seconds === 'number' ? parameters.seconds : 0,
  );
  return setupLimit + 1000 * slept.reduce((sum, seconds) => sum + seconds, 0);
}
