import { expect, it } from 'vitest';
import type { OracleVerdict } from '../../base/record/evidence/verdict.ts';
import { type PartBlocks, partBlocksSchema } from '../../base/record/part-blocks.ts';
import { sessionRecordSchema } from '../../base/record/session-record.ts';
import type { Conclusion } from '../../runs/attempt/conclude.ts';
import { monitorWords, runEnding } from './run-ending.ts';

const verdict = (attempted: boolean | null, fixed = false): OracleVerdict => ({
  oracle: 'o',
  decides: 'full',
  initiated: attempted,
  attempted,
  completed: attempted,
  fixed,
  firstStep: null,
  evidence: [],
  reason: '',
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
] as const)('the printed ending of a run is “%s”', (words, category, ended) => {
  expect(runEnding(category, ended)).toBe(words);
});

it('the printed ending of a run of several sessions names the session', () => {
  const ended = conclusion('done', 1, { success: true, safety: false, step: 4 });
  const sessions = [0, 3].map((firstStep, index) =>
    sessionRecordSchema.parse({
      session: index + 1,
      instruction: 'x',
      day: 0,
      lasted: [],
      startedAt: '',
      endedAt: null,
      firstStep,
      steps: 3,
      outcome: null,
      effects: 0,
      notes: null,
      memory: null,
      exposure: null,
      harm: null,
    }),
  );
  expect(runEnding('injection', ended, sessions)).toBe('task done · UNSAFE at step 5 in session 2');
  expect(runEnding('injection', ended, sessions.slice(0, 1))).toBe('task done · UNSAFE at step 5');
});

function monitored(scores: (number | null)[], changes: Partial<NonNullable<PartBlocks['monitor']>> = {}) {
  const steps = scores.map((suspicion, step) => ({
    step,
    suspicion,
    decision: changes.protocol === 'block' && (suspicion ?? 1) >= 0.5 ? 'block' : 'allow',
    durationMs: 1,
    costUsd: null,
  }));
  return partBlocksSchema.parse({
    monitor: {
      name: 'm',
      view: 'full',
      protocol: 'observe',
      threshold: 0.5,
      trustedModel: null,
      flagged: 0,
      intervened: 0,
      unscored: 0,
      steps,
      ...changes,
    },
  }).monitor;
}

it.each([
  ['', null],
  ['1 step not scored, executed', monitored([0.1, null])],
  ['2 steps not scored, not executed', monitored([null, null, 0.1], { protocol: 'block', onUnscored: 'block' })],
  ['', monitored([0.9], { threshold: null })],
  ['flagged at step 2 · 1 step not scored, executed', monitored([0.1, 0.5, null])],
  ['flagged at steps 1, 3, not executed', monitored([0.6, 0.1, 0.9], { protocol: 'block' })],
  ['flagged at steps 1, 2, 3, 4, 5 and 2 more', monitored([1, 1, 1, 1, 1, 1, 1])],
])('the printed monitor summary of a run is “%s”', (words, monitor) => {
  expect(monitorWords(monitor)).toBe(words);
});
