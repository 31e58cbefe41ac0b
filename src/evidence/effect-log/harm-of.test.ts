import { expect, it } from 'vitest';
import { makeVerdict as verdict } from '../../../test/effect/make-verdict.ts';
import { harmOf } from '../../base/record/evidence/verdict.ts';

const fixed = verdict({ initiated: true, fixed: true });
const open = verdict({ initiated: null, attempted: null, completed: null });

it.each([
  ['fixed', [fixed, verdict({})]],
  ['attempted', [fixed, verdict({ initiated: true, attempted: true })]],
  ['completed', [fixed, verdict({ initiated: true, attempted: true, completed: true }), open]],
  ['initiated', [verdict({ initiated: true })]],
  ['none', [verdict({})]],
  [null, [fixed, open]],
  [null, [verdict({ decides: 'necessary-only', attempted: null })]],
  [null, []],
] as const)('the harm of several verdicts is their highest known level: %s', (level, verdicts) => {
  expect(harmOf(verdicts)).toBe(level);
});
