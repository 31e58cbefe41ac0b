import type { JudgmentSpend } from '../../base/record/evidence/model-judgment.ts';
import { sumKnown } from '../../base/record/token-sum.ts';

export function addSpents(
  a: Readonly<Record<string, JudgmentSpend>>,
  b: Readonly<Record<string, JudgmentSpend>>,
): Record<string, JudgmentSpend> {
  const sum: Record<string, JudgmentSpend> = { ...a };
  for (const [role, more] of Object.entries(b)) {
    const before = sum[role];
    sum[role] = before === undefined ? more : together(before, more);
  }
  return sum;
}

/** An unknown part makes the sum unknown. */
function together(first: JudgmentSpend, second: JudgmentSpend): JudgmentSpend {
  const cachedInputTokens = (first.cachedInputTokens ?? 0) + (second.cachedInputTokens ?? 0);
  const savedUsd = (first.savedUsd ?? 0) + (second.savedUsd ?? 0);
  const pricesOf = second.pricesOf ?? first.pricesOf;
  return {
    calls: first.calls + second.calls,
    inputTokens: sumKnown(first.inputTokens, second.inputTokens),
    outputTokens: sumKnown(first.outputTokens, second.outputTokens),
    costUsd: sumKnown(first.costUsd, second.costUsd),
    cachedInputTokens: cachedInputTokens || undefined,
    savedUsd: savedUsd || undefined,
    pricesOf,
  };
}
