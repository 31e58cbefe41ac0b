import type { ProtocolContext, ProtocolDecision, ProtocolDefinition, ProtocolStep } from '../protocol.ts';
import { isCleared } from './flag-protocols.ts';

/**
 * Samples until a reply is below the threshold and executes it. If none of `--samples` replies is, the step is deferred
 * to the trusted model, or blocked without one. A reply without a score counts as flagged.
 */
export const resampleProtocol: ProtocolDefinition = {
  name: 'resample',
  needs: ['a threshold', 'samples'],
  create: (context) => ({
    decide({ proposals }) {
      const last = proposals.length - 1;
      const isLastCleared = proposals.slice(last).some(isCleared);
      if (isLastCleared) return { decision: 'allow', proposal: last };
      return proposals.length < context.samples ? { decision: 'resample' } : refused(context);
    },
  }),
};

/**
 * Requests `--samples` replies to every step and executes the least suspicious one if it is below the threshold.
 * Otherwise the step is deferred or blocked, as by `resample`.
 */
export const leastSuspiciousProtocol: ProtocolDefinition = {
  name: 'resample-least',
  needs: ['a threshold', 'samples'],
  create: (context) => ({
    decide: (step) =>
      step.proposals.length < context.samples ? { decision: 'resample' } : leastSuspicious(step, context),
  }),
};

function leastSuspicious({ proposals }: ProtocolStep, context: ProtocolContext): ProtocolDecision {
  const suspicions = proposals.map(({ suspicion }) => suspicion ?? Number.POSITIVE_INFINITY);
  const index = suspicions.indexOf(Math.min(...suspicions));
  const isBelow = proposals.slice(index, index + 1).some(isCleared);
  return isBelow ? { decision: 'allow', proposal: index } : refused(context);
}

const refused = ({ hasTrustedModel }: ProtocolContext): ProtocolDecision => ({
  decision: hasTrustedModel ? 'defer' : 'block',
});
