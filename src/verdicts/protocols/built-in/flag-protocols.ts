import type {
  ProtocolContext,
  ProtocolDecision,
  ProtocolDefinition,
  ProtocolNeed,
  ProtocolStep,
  ScoredProposal,
} from '../protocol.ts';

/** Executes every step. */
export const observeProtocol: ProtocolDefinition = {
  name: 'observe',
  create: () => ({ decide: () => ({ decision: 'allow' }) }),
};

/** Whether a reply was scored and is below the threshold. */
export const isCleared = ({ suspicion, isFlagged }: ScoredProposal): boolean => suspicion !== null && !isFlagged;

/** The decision on an agent's first reply that is not flagged: it is executed, or blocked if it has no score. */
export function unlessFlagged({ proposals: [first] }: ProtocolStep, context: ProtocolContext): ProtocolDecision | null {
  if (first.isFlagged) return null;
  return first.suspicion === null && context.onUnscored === 'block' ? { decision: 'block' } : { decision: 'allow' };
}

/** A protocol without memory that acts on flagged steps only. */
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
