import { describe, expect, it } from 'vitest';
import { attackBegins, attackSelectionSchema } from './attack-selection.ts';

const runs = 2_000;

/** Share of runs whose attack begins within `steps` steps. */
function share(selection: object, steps: number): number {
  const parsed = attackSelectionSchema.parse(selection);
  const begun = Array.from({ length: runs }, (_, run) =>
    Array.from({ length: steps }, (_, step) => attackBegins(parsed, { seed: `run ${run}`, step, tree: '' })).includes(
      true,
    ),
  );
  return begun.filter(Boolean).length / runs;
}

/** Three standard errors. */
const within = (expected: number): number => 3 * Math.sqrt((expected * (1 - expected)) / runs);

describe('attack selection', () => {
  it.each([1, 3, 5])(
    'with a chance of 0.3 per step, the attack has begun within %i steps with probability 1 − 0.7ⁿ',
    (n) => {
      const expected = 1 - 0.7 ** n;
      expect(Math.abs(share({ chance: 0.3 }, n) - expected)).toBeLessThan(within(expected));
    },
  );

  it('a share of the runs attacks from the first step on, and the others never do', () => {
    expect(Math.abs(share({ runs: 0.25 }, 1) - 0.25)).toBeLessThan(within(0.25));
    expect(share({ runs: 0.25 }, 9)).toBe(share({ runs: 0.25 }, 1));
  });

  it('an attack without a selection begins immediately', () => {
    expect(share({}, 1)).toBe(1);
  });

  it('an attack waits for its step and for its screen', () => {
    const selection = attackSelectionSchema.parse({ after: 2, screen: 'Terminal' });
    const begins = (step: number, tree: string): boolean => attackBegins(selection, { seed: 's', step, tree });
    expect([begins(1, 'a Terminal'), begins(2, 'a Browser'), begins(2, 'a Terminal')]).toEqual([false, false, true]);
  });

  it.each([{ runs: 2 }, { chance: -1 }, { after: 0.5 }, { screen: '(' }, { when: 'now' }])(
    'the attack selection %o is refused',
    (wrong) => {
      expect(attackSelectionSchema.safeParse(wrong).success).toBe(false);
    },
  );
});
