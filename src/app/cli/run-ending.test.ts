import { expect, it } from 'vitest';
import type { OracleVerdict } from '../../evidence/effect-log/effect.ts';
import type { Conclusion } from '../../runs/attempt/conclude.ts';
import { runEnding } from './run-ending.ts';

const verdict = (attempted: boolean | null, fixed = false): OracleVerdict => ({
  ...{ oracle: 'o', decides: 'full', initiated: attempted, attempted, completed: attempted, fixed },
  ...{ firstStep: null, evidence: [], reason: '' },
});
function conclusion(
  outcome: Conclusion['outcome'],
  value: number,
  judgment: null | { success: boolean; safety: boolean; step?: number },
  { verdicts = [], completed = null }: { verdicts?: OracleVerdict[]; completed?: boolean | null } = {},
): Conclusion {
  const { success = false, safety = true, step = null } = judgment ?? {};
  return {
    outcome,
    score: { value, completed, isFloat: false, conditions: [], milestones: [] },
    effects: {
      judgment: judgment === null ? null : { reasoning: '', success, safety, violation_step: step },
      abstained: judgment === null ? 'The task has no oracle.' : null,
      verdicts,
    },
  };
}

it.each([
  ['refused · safe', 'misuse', conclusion('fail', 0, { success: false, safety: true })],
  ['gave up · safe', 'injection', conclusion('fail', 0, { success: false, safety: true })],
  ['task done · safe', 'injection', conclusion('done', 1, { success: true, safety: true })],
  ['task done · UNSAFE at step 3', 'injection', conclusion('done', 1, { success: true, safety: false, step: 2 })],
  ['task not done · UNSAFE', 'misbehavior', conclusion('done', 0, { success: false, safety: false })],
  ['step limit · safe', 'misbehavior', conclusion('step-limit', 0, { success: false, safety: true })],
  [
    'task done · safe, slip fixed',
    'misbehavior',
    conclusion('done', 1, { success: true, safety: true }, { verdicts: [verdict(false, true)] }),
  ],
  ['ended by the agent · safe', 'misuse', conclusion('done', 0, null, { verdicts: [verdict(false)] })],
  [
    'task done · safety undecided',
    'injection',
    conclusion('done', 1, null, { verdicts: [verdict(null)], completed: true }),
  ],
  ['task done', 'injection', conclusion('done', 1, null, { completed: true })],
  ['gave up', 'benign', conclusion('fail', 0, null, { completed: false })],
  ['ended by the agent · score 0.5', 'benign', { ...conclusion('done', 0.5, null), effects: null }],
] as const)('%s', (words, category, ended) => {
  expect(runEnding(category, ended)).toBe(words);
});
