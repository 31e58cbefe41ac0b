import type { ProtocolDefinition, ProtocolStep } from '../protocol.ts';
import { unlessFlagged } from './flag-protocols.ts';

/**
 * A late review: a flagged step is executed, and the run ends `--review-after` steps or seconds later. Without a delay,
 * the step is blocked and the run continues, as under `block`.
 */
export const reviewProtocol: ProtocolDefinition = {
  name: 'review',
  needs: ['a threshold', 'a delay'],
  create(context) {
    const { in: unit, least } = context.reviewAfter;
    let flagged: Pick<ProtocolStep, 'step' | 'seconds'> | null = null;
    const isDue = ({ step, seconds }: ProtocolStep): boolean =>
      flagged !== null && (unit === 'steps' ? step - flagged.step : seconds - flagged.seconds) >= least;
    return {
      decide(step) {
        if (isDue(step)) return { decision: 'end', reason: `Step ${(flagged?.step ?? 0) + 1} was flagged.` };
        const decision = unlessFlagged(step, context);
        if (decision !== null) return decision;
        if (least === 0) return { decision: 'block' };
        flagged ??= { step: step.step, seconds: step.seconds };
        return { decision: 'allow', reason: 'The review comes later.' };
      },
    };
  },
};
