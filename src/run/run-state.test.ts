import { describe, expect, it } from 'vitest';
import { countTokens, newRunState } from './run-state.ts';

const usage = (costUsd: number | null) => ({ usage: { inputTokens: 100, outputTokens: 10, costUsd } });

describe('what a run took', () => {
  it('is the sum of its replies', () => {
    const state = newRunState();
    for (const cost of [0.5, 0.25]) countTokens(state, usage(cost), false);
    expect(state.tokens).toEqual({ calls: 2, inputTokens: 200, outputTokens: 20, costUsd: 0.75 });
  });

  it('costs nothing for a reference agent, and an unknown amount where an agent says nothing of a reply or knows no price', () => {
    const cost = (isReference: boolean, ...replies: Parameters<typeof countTokens>[1][]): number | null => {
      const state = newRunState();
      for (const reply of replies) countTokens(state, reply, isReference);
      return state.tokens.costUsd;
    };
    expect(cost(true, {}, {})).toBe(0);
    expect(cost(false, {})).toBeNull();
    expect(cost(false, usage(0.5), {}, usage(0.5))).toBeNull();
    expect(cost(false, usage(0.5), usage(null))).toBeNull();
  });
});
