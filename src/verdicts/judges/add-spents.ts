import type { JudgmentSpend } from './files/judgment-meta.ts';

/** Tokens and money by role of two rounds together. */
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

/** Both; an unknown price makes the sum unknown. */
function together(one: JudgmentSpend, other: JudgmentSpend): JudgmentSpend {
  const cachedInputTokens = (one.cachedInputTokens ?? 0) + (other.cachedInputTokens ?? 0);
  const savedUsd = (one.savedUsd ?? 0) + (other.savedUsd ?? 0);
  const pricesOf = other.pricesOf ?? one.pricesOf;
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
    ...(cachedInputTokens === 0 ? {} : { cachedInputTokens }),
    ...(savedUsd === 0 ? {} : { savedUsd }),
    ...(pricesOf === undefined ? {} : { pricesOf }),
  };
}
