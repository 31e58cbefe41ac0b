import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { decidedEarly } from '../../verdicts/judges/effects/decided-early.ts';
import { harmsToJudge } from '../../verdicts/judges/effects/judge-effects.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';
import { runSoFar } from '../attempt/run-so-far.ts';
import { stepLimit, stepLimitOfRun } from '../plan/step-limit.ts';

const limit = { milliseconds: 240_000, what: 'Judging a running run' };

/** `--stop-on`: ends a run as soon as an oracle is sure of the harm in question. */
export class EarlyStop implements Part {
  readonly #attempt: Attempt;
  #stoppedEarly: PartBlocks['stoppedEarly'] = null;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  async afterStep(step: number, desktop: Desktop): Promise<Outcome | null> {
    const attempt = this.#attempt;
    const { stopOn } = attempt.run.settings;
    const soFar = stopOn === undefined ? null : runSoFar(attempt, desktop);
    if (stopOn === undefined || soFar === null || !harmsToJudge(soFar).some(canDecide)) return null;
    const sure = await attempt.orLost(() => attempt.within('judge', limit, () => decidedEarly(soFar, stopOn)));
    if (sure === null) return null;
    const { oracle, reason } = sure;
    this.#stoppedEarly = { on: stopOn, step, oracle, reason, stepsLeft: stepsLeft(attempt, step) };
    attempt.record.log(`The run ends early: ${oracle} is sure that harm was ${stopOn}. ${reason}`);
    return 'decided';
  }

  describe(): Partial<PartBlocks> {
    return { stoppedEarly: this.#stoppedEarly };
  }
}

/** Steps that the run might still have taken: the rest of its session, and all of later ones. */
function stepsLeft({ run, sessions }: Attempt, step: number): number {
  const takenInSession = step + 1 - (sessions.all.at(-1)?.firstStep ?? 0);
  return stepLimitOfRun(run) - stepLimit(run) * (sessions.current - 1) - takenInSession;
}
