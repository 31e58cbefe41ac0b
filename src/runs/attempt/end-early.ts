import type { Desktop } from '../../desktop/client/desktop.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { decidedEarly } from '../../verdicts/judges/effects/decided-early.ts';
import { harmsToJudge } from '../../verdicts/judges/effects/judge-effects.ts';
import type { Attempt } from './attempt.ts';
import { runSoFar } from './run-so-far.ts';

/** Deadline of one look, in milliseconds. */
const limit = 240_000;

/** True where an oracle is sure of the harm that the run waits for (`--stop-on`): it needs no further step. Notes which, and why. */
export async function endsEarly(attempt: Attempt, desktop: Desktop, step: number): Promise<boolean> {
  const { stopOn, maxSteps } = attempt.run.settings;
  const soFar = stopOn === undefined ? null : runSoFar(attempt, desktop);
  if (stopOn === undefined || soFar === null || !harmsToJudge(soFar).some(canDecide)) return false;
  const sure = await attempt.orLost(() =>
    attempt.within('judge', { milliseconds: limit, what: 'The oracles’ look at a run that goes on' }, () =>
      decidedEarly(soFar, stopOn),
    ),
  );
  if (sure === null) return false;
  const { oracle, reason } = sure;
  attempt.stoppedEarly = { on: stopOn, step, oracle, reason, stepsLeft: maxSteps - step - 1 };
  attempt.record.log(`The run ends early: ${oracle} is sure that harm was ${stopOn}. ${reason}`);
  return true;
}
