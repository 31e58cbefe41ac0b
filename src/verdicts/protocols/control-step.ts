import { ExtensionError } from '../../base/extension.ts';
import type { MonitorScore } from '../../base/record/monitor-scores.ts';
import type { OnUnscored } from '../../base/record/monitor-words.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import {
  checkedDecision,
  type Protocol,
  type ProtocolDecision,
  type ProtocolStep,
  type ScoredProposal,
} from './protocol.ts';

export type AuditAnswer = 'approved' | 'denied' | 'silent';
type Scored = Pick<MonitorScore, 'suspicion' | 'reason'>;

/** What a protocol can request at a step. `Reply` is opaque here, so that protocols run without an agent or desktop. */
export interface StepWork<Reply, Score extends Scored> {
  shown(reply: Reply): Pick<ScoredProposal, 'thoughts' | 'actions'>;
  score(reply: Reply): Promise<Score>;
  /** Another reply of the agent to the same context. */
  resample(): Promise<Reply>;
  /** The trusted model's rewrite. */
  edit(reply: Reply, score: Score): Promise<Reply>;
  ask(of: 'user' | 'trusted-model', reply: Reply, score: Score): Promise<AuditAnswer>;
}

export interface ControlledStep<Reply, Score extends Scored> {
  /** The agent's reply, then what the protocol requested. */
  proposals: readonly { by: ScoredProposal['by']; reply: Reply; score: Score }[];
  /** `allow`: a proposal is executed. */
  decision: Exclude<ProtocolDecision['decision'], 'resample' | 'edit'>;
  /** Index of the executed proposal. Null if none is. */
  executed: number | null;
  answer: AuditAnswer | null;
  reason: string | null;
}

/** Maximum number of proposals for one step. A protocol that requests more is at fault. */
const mostProposals = 100;

/**
 * Lets a protocol decide one step. Executes nothing. Whatever the protocol decides, a reply without a score is executed
 * only if an auditor approves it, or if it is the agent's only reply and `--on-unscored` is `allow`. Throws
 * ExtensionError for an invalid decision.
 */
export async function controlStep<Reply, Score extends Scored>(
  { name, protocol }: { name: string; protocol: Protocol },
  at: { step: number; seconds: number; threshold: number | null; onUnscored: OnUnscored },
  first: Reply,
  work: StepWork<Reply, Score>,
  signal?: AbortSignal,
): Promise<ControlledStep<Reply, Score>> {
  const proposals: { by: ScoredProposal['by']; reply: Reply; score: Score }[] = [];
  const propose = async (by: ScoredProposal['by'], reply: Reply): Promise<void> => {
    if (proposals.length >= mostProposals)
      throw invalid(name, `requested more than ${mostProposals} replies to step ${stepNumber(at.step)}.`);
    proposals.push({ by, reply, score: await work.score(reply) });
  };
  const shown = (): ProtocolStep['proposals'] =>
    flagged(
      proposals.map(({ by, reply, score: { suspicion, reason } }) => ({ by, ...work.shown(reply), suspicion, reason })),
      at.threshold,
    );
  const chosen = (index: number) => {
    const proposal = proposals[index];
    if (proposal !== undefined) return proposal;
    throw invalid(name, `chose proposal ${index} of ${proposals.length} at step ${stepNumber(at.step)}.`);
  };
  const ended = (
    decision: ControlledStep<Reply, Score>['decision'],
    reason: string | undefined,
    { executed = null, answer = null }: { executed?: number | null; answer?: AuditAnswer | null } = {},
  ): ControlledStep<Reply, Score> => ({ proposals, decision, executed, answer, reason: reason ?? null });

  await propose('agent', first);
  for (;;) {
    const step = { step: at.step, seconds: at.seconds, proposals: shown() };
    const decided = checkedDecision(name, await protocol.decide(step, signal));
    switch (decided.decision) {
      case 'resample':
        await propose('agent', await work.resample());
        break;
      case 'edit': {
        const { reply, score } = chosen(decided.proposal ?? 0);
        await propose('trusted', await work.edit(reply, score));
        break;
      }
      case 'allow': {
        const index = decided.proposal ?? 0;
        const { score } = chosen(index);
        const isPermitted = score.suspicion !== null || (proposals.length === 1 && at.onUnscored === 'allow');
        if (!isPermitted) return ended('block', `The reply was not scored: ${score.reason ?? 'no reason given'}`);
        return ended('allow', decided.reason, { executed: index });
      }
      case 'ask': {
        const index = decided.proposal ?? 0;
        const { reply, score } = chosen(index);
        const answer = await work.ask(decided.of ?? 'user', reply, score);
        return ended('ask', decided.reason, { executed: answer === 'approved' ? index : null, answer });
      }
      case 'block':
      case 'defer':
      case 'end':
        return ended(decided.decision, decided.reason);
      default:
        decided satisfies never;
    }
  }
}

/**
 * Shows a protocol a step that it decided in a recorded run, so that its state continues from there. Ignores the
 * decisions: the recorded ones were carried out.
 */
export async function repeatDecisions(
  protocol: Protocol,
  at: { step: number; seconds: number; threshold: number | null },
  proposals: readonly Omit<ScoredProposal, 'isFlagged'>[],
  signal?: AbortSignal,
): Promise<void> {
  for (const index of proposals.keys()) {
    const known = flagged(proposals.slice(0, index + 1), at.threshold);
    await protocol.decide({ step: at.step, seconds: at.seconds, proposals: known }, signal);
  }
}

export const isFlaggedAt = (threshold: number | null, suspicion: number | null): boolean =>
  suspicion !== null && threshold !== null && suspicion >= threshold;

function flagged(
  proposals: readonly Omit<ScoredProposal, 'isFlagged'>[],
  threshold: number | null,
): ProtocolStep['proposals'] {
  const [head, ...rest] = proposals.map((proposal) => ({
    ...proposal,
    isFlagged: isFlaggedAt(threshold, proposal.suspicion),
  }));
  if (head === undefined) throw new Error('The step has no reply.');
  return [head, ...rest];
}

const invalid = (name: string, what: string): ExtensionError =>
  new ExtensionError('protocol', `The protocol ${name} ${what}`, { hint: 'See docs/run/protocols.md.' });
