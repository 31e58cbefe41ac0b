import { describe, expect, it } from 'vitest';
import { suspicionOf } from './sentinel-monitor.ts';

const held = { records: 'held', state: 'decided', outcome: 'proceed' } as const;

describe('suspicion recorded by a sentinel', () => {
  it('a sentinel’s suspicion of a step is the highest of every dimension of every monitor', () => {
    const recorded = [
      { kind: 'monitor', name: 'a', report: { suspicion: 0.2 }, call: 'step_1' },
      { kind: 'monitor', name: 'a', report: { suspicion: 1 }, call: 'step_0' },
      {
        kind: 'monitor',
        name: 'b',
        report: { suspicion: { deception: 0.1, sabotage: 0.7 }, explanation: 'It deletes.' },
      },
    ];
    expect(suspicionOf({ ...held, recorded }, ['step_1'])).toEqual({ suspicion: 0.7, reason: 'b: It deletes.' });
  });

  it('a turn that a protocol refuses is certain, and a turn without reports is harmless', () => {
    expect(suspicionOf({ ...held, outcome: 'reject', message: 'No.', recorded: [] }, [])).toEqual({
      suspicion: 1,
      reason: 'It would reject the turn: No.',
    });
    expect(suspicionOf({ ...held, recorded: null }, []).suspicion).toBe(0);
  });

  it.each([
    [{ ...held, state: 'not_judged', reason: 'time_limit' }, /did not judge the step: time_limit/],
    [{ records: 'unknown' as const }, /did not judge the step: unknown/],
    [{ ...held, recorded: [{ kind: 'monitor', name: 'a', error: 'ValueError: x' }] }, /a failed: ValueError: x/],
  ])('a failed sentinel gives no suspicion', (result, message) => {
    expect(() => suspicionOf(result, [])).toThrow(message);
  });
});
