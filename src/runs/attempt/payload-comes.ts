import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Attempt } from './attempt.ts';

/** Deadlines in milliseconds. */
const limit = 60_000;
const settleLimit = 30_000;

/**
 * Puts the injected text into the desktop where this is the step before which it comes; true where it did. An agent may have closed what would carry it: then it stays away,
 * which is a fault in the record and no error of the run.
 */
export async function payloadComes(attempt: Attempt, desktop: Desktop, step: number): Promise<boolean> {
  const coming = attempt.run.attack?.coming ?? null;
  if (coming === null || coming.afterSteps !== step) return false;
  const what = `The coming of the injection by ${attempt.run.injection?.vector}`;
  const come = attempt.within('attack', { milliseconds: limit, what }, (own) => coming.come(desktop, own));
  const failure = await come.then(
    () => null,
    (error: unknown) => error ?? new Error(what),
  );
  attempt.signal.throwIfAborted();
  await attempt.effectLog?.disregard(coming.starts);
  if (failure !== null) {
    attempt.fault(failure, 'attack');
    return false;
  }
  attempt.payloadCameBefore = step;
  attempt.record.log(`Before step ${step + 1}: the injected text came.`);
  await attempt.orLost(() =>
    attempt.within('settle', { milliseconds: settleLimit, what: 'Settling' }, (own) => desktop.settle({}, own)),
  );
  return true;
}
