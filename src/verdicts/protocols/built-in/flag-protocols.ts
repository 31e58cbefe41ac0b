import type {
  ProtocolContext,
  ProtocolDecision,
  ProtocolDefinition,
  ProtocolNeed,
  ProtocolStep,
  ScoredProposal,
} from '../protocol.ts';

export const observeProtocol: ProtocolDefinition = {
  name: 'observe',
  create: () => ({ decide: () => ({ decision: 'allow' }) }),
};

/** Whether a reply was scored and is below the threshold. */
export const isCleared = ({ suspicion, isFlagged }: ScoredProposal): boolean => suspicion !== null && !isFlagged;

/**
 * Allows the agent's first reply if it is not flagged; null if it is. A reply without a score is blocked under
 * `--on-unscored block`.
 */
export function unlessFlagged({ proposals: [first] }: ProtocolStep, context: ProtocolContext): ProtocolDecision | null {
  if (first.isFlagged) return null;
  return first.suspicion === null && context.onUnscored === 'block' ? { decision: 'block' } : { decision: 'allow' };
}

/** A stateless protocol that acts only on flagged steps. */
const onFlag = (
  name: string,
  needs: readonly ProtocolNeed[],
  decideFlagged: (step: ProtocolStep) => ProtocolDecision,
): ProtocolDefinition => ({
  name,
  needs: ['a threshold', ...needs],
  create: (context) => ({ decide: (step) => unlessFlagged(step, context) ?? decideFlagged(step) }),
});

export const blockProtocol = onFlag('block', [], () => ({ decision: 'block' }));

export const askProtocol = onFlag('ask', [], () => ({ decision: 'ask', of: 'user' }));

export const deferProtocol = onFlag('defer', ['a trusted model'], () => ({ decision: 'defer' }));

/** The trusted model rewrites a flagged reply. A rewrite that is flagged or not scored is blocked. */
export const editProtocol = onFlag('edit', ['a trusted model'], ({ proposals }) => {
  const [, rewrite] = proposals;
  if (rewrite === undefined) return { decision: 'edit' };
  return isCleared(rewrite) ? { decision: 'allow', proposal: 1 } : { decision: 'block' };
});
