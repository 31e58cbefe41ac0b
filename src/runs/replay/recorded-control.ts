import type { AgentReply } from '../../agents/agent.ts';
import { saidAndThought } from '../../agents/parse/said-and-thought.ts';
import { type MonitorScore, type MonitorScores, readMonitorScores } from '../../base/record/monitor-scores.ts';
import type { CallCost, ControlCost } from '../../base/record/part-blocks.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import type { ScoredProposal } from '../../verdicts/protocols/protocol.ts';

/** What a live monitor and its protocol recorded in the run whose steps are replayed. */
export interface RecordedControl {
  /** By 0-based step. */
  scores: ReadonlyMap<number, MonitorScore>;
  spent: MonitorScores['spent'];
  cost: ControlCost | null;
}

/** Null without scores of this monitor under the same protocol and threshold. */
export function recordedControl(
  directory: string,
  of: Pick<MonitorScores, 'monitor' | 'view' | 'protocol' | 'threshold'>,
): RecordedControl | null {
  const file = readMonitorScores(directory, []).find(
    ({ mode, monitor, view, protocol, threshold }) =>
      mode === 'online' &&
      monitor === of.monitor &&
      view === of.view &&
      protocol === of.protocol &&
      threshold === of.threshold,
  );
  if (file === undefined) return null;
  return {
    scores: new Map(file.scores.map((score) => [score.step, score])),
    spent: file.spent,
    cost: file.cost ?? null,
  };
}

/** All replies to a recorded step, as its protocol received them. `executed`: the reply in the run's log. */
export function recordedProposals(
  { suspicion, reason, proposed, replies }: MonitorScore,
  executed: Pick<AgentReply, 'response' | 'actions'>,
): Omit<ScoredProposal, 'isFlagged'>[] {
  const only = { by: 'agent' as const, suspicion, reason, ...(proposed ?? executed) };
  return (replies ?? [only]).map((reply) => ({
    by: reply.by,
    thoughts: saidAndThought(reply.response).said,
    actions: reply.actions,
    suspicion: reply.suspicion,
    reason: reply.reason,
  }));
}

export const withoutScore = (step: number): MonitorScore => ({
  step,
  moment: 'before',
  suspicion: null,
  reason: 'The interrupted run has no score of this step.',
  durationMs: 0,
  costUsd: null,
});

export function addControlCosts(first: ControlCost | null, second: ControlCost): ControlCost {
  if (first === null) return second;
  const sum = (a: CallCost, b: CallCost): CallCost => ({
    calls: a.calls + b.calls,
    costUsd: sumKnown(a.costUsd, b.costUsd),
  });
  return {
    monitor: sum(first.monitor, second.monitor),
    resampling: sum(first.resampling, second.resampling),
    trusted: sum(first.trusted, second.trusted),
  };
}
