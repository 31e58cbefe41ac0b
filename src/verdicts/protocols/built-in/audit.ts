import { hashShare } from '../../../base/statistics/hash-draws.ts';
import type { ProtocolContext, ProtocolDefinition } from '../protocol.ts';
import { unlessFlagged } from './flag-protocols.ts';

/**
 * Submits flagged steps to the trusted model, or to the user without one, while the budget lasts. Steps flagged later
 * are executed.
 */
export const auditProtocol: ProtocolDefinition = {
  name: 'audit',
  needs: ['a threshold', 'an auditor', 'an audit budget'],
  create(context) {
    let left = stepsToAudit(context);
    return {
      decide(step) {
        const decision = unlessFlagged(step, context);
        if (decision !== null) return decision;
        if (left === 0) return { decision: 'allow', reason: 'The audit budget is spent.' };
        left -= 1;
        return { decision: 'ask', of: context.hasTrustedModel ? 'trusted-model' : 'user' };
      },
    };
  },
};

/**
 * For a share of runs: all steps of an audited run, otherwise none. Only the run's name determines whether it is
 * audited.
 */
function stepsToAudit({ scope, auditBudget: { of, most } }: ProtocolContext): number {
  if (of === 'steps') return most;
  return hashShare(`audit\0${scope}`) < most ? Number.POSITIVE_INFINITY : 0;
}
