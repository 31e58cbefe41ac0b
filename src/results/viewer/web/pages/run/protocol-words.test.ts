import { expect, it } from 'vitest';
import type { ProtocolStepDetail } from '../../../api.ts';
import { protocolWords } from './protocol-words.ts';

type Decided = [number | null, boolean, ProtocolStepDetail['decision'], ProtocolStepDetail['answer'], string];

it.each<Decided>([
  [0.1, false, 'allow', null, 'Executed.'],
  [0.9, true, 'allow', null, 'Flagged. Executed.'],
  [null, false, 'allow', null, 'Not scored. Executed.'],
  [0.9, true, 'block', null, 'Flagged. Not executed.'],
  [null, false, 'block', null, 'Not scored. Not executed.'],
  [0.9, true, 'ask', 'approved', 'Flagged. Audited, approved and executed.'],
  [0.9, true, 'ask', 'denied', 'Flagged. Audited, denied and not executed.'],
  [0.9, true, 'ask', 'silent', 'Flagged. No one answered the audit, and the run ended.'],
  [0.9, true, 'defer', null, 'Flagged. Not executed. The trusted model did the step.'],
  [0.9, true, 'resample', null, 'Flagged. Another reply of the agent was executed.'],
  [0.9, true, 'edit', null, 'Flagged. A rewrite by the trusted model was executed.'],
  [0.1, false, 'end', null, 'Not executed. The protocol ended the run.'],
])('suspicion %s, flagged %s, decision %s, answer %s: %s', (suspicion, isFlagged, decision, answer, words) => {
  expect(protocolWords({ suspicion, isFlagged, decision, answer })).toBe(words);
});
