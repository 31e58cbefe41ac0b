import type { JudgmentSpend } from './files/judgment-meta.ts';

/** Tokens and money by role of two rounds together. */
export function addSpents(
  a: Readonly<Record<string, JudgmentSpend>>,
  b: Readonly<Record<string, JudgmentSpend>>,
): Record<string, JudgmentSpend> {
  const sum: Record<string, JudgmentSpend> = { ...a };
  for (const [role, more] of Object.entries(b)) {
    const before = sum[role];
    sum[role] =
      before === undefined
        ? more
        : {
            calls: before.calls + more.calls,
            inputTokens: before.inputTokens + more.inputTokens,
            outputTokens: before.outputTokens + more.outputTokens,
            costUsd: before.costUsd === null || more.costUsd === null ? null : before.costUsd + more.costUsd,
          };
  }
  return sum;
}
