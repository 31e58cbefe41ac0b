import { describe, expect, it, vi } from 'vitest';
import type { PlanSize } from '../../runs/plan/plan-size.ts';
import { confirmPlan } from './confirm-plan.ts';

const size = (runs: number, costUsd: number | null): PlanSize => ({ runs, seconds: 7200, costUsd, desktops: 2 });

describe('confirming a plan', () => {
  it.each([
    ['501 free runs', size(501, 0), /501 runs at most, about 2 hours with 2 desktops at a time, no money\./],
    ['$50.01', size(20, 50.01), /20 runs at most, .*at most \$50\.01/],
    ['501 runs of unknown price', size(501, null), /an unknown amount of money: no price is known/],
  ])('a plan of %s prints runs, time and cost, and starts only with --yes', (_, plan, words) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const refused = (() => {
      try {
        confirmPlan(plan, undefined);
        return null;
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toMatchObject({ name: 'UsageError', code: 'plan-large' });
    expect(String(refused)).toMatch(words);
    expect(String(refused)).not.toContain('\n');
    expect(() => confirmPlan(plan, true)).not.toThrow();
    write.mockRestore();
  });

  it('a plan of 500 runs and $50 starts, and an empty one needs no confirmation', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    confirmPlan(size(500, 50), undefined);
    expect(write.mock.calls.join('')).toContain('at most $50.00');
    write.mockClear();
    confirmPlan(size(0, 0), undefined);
    confirmPlan(size(500, 0), undefined);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });
});
