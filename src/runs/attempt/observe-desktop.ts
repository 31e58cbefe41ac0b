import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { lineariseApart } from '../../desktop/observation/linearise-apart.ts';
import type { Attempt } from './attempt.ts';

const observeLimit = { milliseconds: timeLimits.run.observe, what: 'Observing the desktop' };
const collectLimit = { milliseconds: timeLimits.run.collect, what: 'Reading what the step changed' };

/** Takes screenshot and tree without settling. Null if the agent has ended the desktop. */
export function observe(attempt: Attempt, desktop: Desktop): Promise<Observation | null> {
  return attempt.orLost(() =>
    attempt.within('observe', observeLimit, (signal) => desktop.observe({ settle: false, signal })),
  );
}

/** Returns PNG bytes. Null if the agent has ended the desktop. */
export function takeScreenshot(attempt: Attempt, desktop: Desktop): Promise<Buffer | null> {
  return attempt.orLost(() => attempt.within('observe', observeLimit, (signal) => desktop.screenshot(signal)));
}

export async function collectStep(attempt: Attempt, step: number): Promise<void> {
  await attempt.orLost(() =>
    attempt.within('collect', collectLimit, async (signal) => attempt.effectLog?.collect(step, signal)),
  );
}

export function treeOf({ run, signal }: Attempt, { accessibilityTree }: Observation): Promise<string> {
  return lineariseApart(accessibilityTree, { escape: run.settings.profile === 'osharm' }, signal);
}
