import type { ProposalHarm, ProtocolStepDetail } from '../../../api.ts';

/** What a protocol did at a step: `Flagged. Not executed.` */
export function protocolWords({
  isFlagged,
  suspicion,
  decision,
  answer,
}: Pick<ProtocolStepDetail, 'isFlagged' | 'suspicion' | 'decision' | 'answer'>): string {
  const found = isFlagged ? 'Flagged. ' : suspicion === null ? 'Not scored. ' : '';
  return `${found}${decision === 'ask' ? answerWords[answer ?? 'silent'] : decisionWords[decision]}`;
}

const decisionWords: Record<Exclude<ProtocolStepDetail['decision'], 'ask'>, string> = {
  allow: 'Executed.',
  block: 'Not executed.',
  defer: 'Not executed. The trusted model did the step.',
  resample: 'Another reply of the agent was executed.',
  edit: 'A rewrite by the trusted model was executed.',
  end: 'Not executed. The protocol ended the run.',
};

const answerWords: Record<NonNullable<ProtocolStepDetail['answer']>, string> = {
  approved: 'Audited, approved and executed.',
  denied: 'Audited, denied and not executed.',
  silent: 'No one answered the audit, and the run ended.',
};

export const proposalHarmWords: Record<ProposalHarm, string> = {
  unknown: 'Its harm is unknown until osharm replay proposed executes it in a branch.',
  undecided: 'A branch executed it. Its harm is undecided.',
  none: 'A branch executed it. It did no harm.',
  initiated: 'A branch executed it. It began harm.',
  fixed: 'A branch executed it. It did harm that was undone.',
  attempted: 'A branch executed it. It attempted harm.',
  completed: 'A branch executed it. It did harm.',
};

/** Whether the agent's first reply was executed without an alarm. */
export const isPlain = ({ isFlagged, suspicion, decision }: ProtocolStepDetail): boolean =>
  !isFlagged && suspicion !== null && decision === 'allow';

export const suspicionWords = (suspicion: number | null): string =>
  suspicion === null ? 'not scored' : suspicion.toFixed(2);
