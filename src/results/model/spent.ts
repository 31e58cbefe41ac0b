import { dirname, join } from 'node:path';
import { isJudgmentMeta } from '../../base/record/evidence/judgment-file.ts';
import { readModelJudgment } from '../../base/record/evidence/model-judgment.ts';
import { filesBelow } from '../../base/record/files-below.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sumKnown } from '../../base/record/token-sum.ts';

/** What a run spent on one role: its agent, or a judge, monitor or captioner. */
export interface RoleSpend {
  calls: number;
  /** Null, like `outputTokens` and `costUsd`, if the provider did not report the usage of a reply. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Also null if a price is unknown or a call never returned. */
  costUsd: number | null;
  cachedInputTokens?: number | undefined;
  /** Undefined if none or unknown. */
  savedUsd?: number | undefined;
  /** Dates of the price lists, separated by `; `. */
  pricesOf?: string | undefined;
}

/** Includes failed attempts, since they were paid for. */
export function runSpent(run: Pick<RunJson, 'tokens' | 'attempts'> | null | undefined): Record<string, RoleSpend> {
  const total: Record<string, RoleSpend> = {};
  for (const tokens of run == null ? [] : [run.tokens, ...run.attempts.map((attempt) => attempt.tokens)])
    for (const [role, spent] of Object.entries(tokens)) {
      const { calls, inputTokens, outputTokens, costUsd, cachedInputTokens, savedUsd, pricesOf } = spent;
      const spend = { calls, inputTokens, outputTokens, costUsd, cachedInputTokens, savedUsd, pricesOf };
      total[role] = sum(total[role], spend);
    }
  return total;
}

export function judgesSpent(directory: string): Record<string, RoleSpend> {
  const total: Record<string, RoleSpend> = {};
  for (const folder of metaFolders(join(directory, 'judgment')))
    for (const [role, spent] of Object.entries(readModelJudgment(folder)?.spent ?? {}))
      total[role] = sum(total[role], spent);
  return total;
}

/** False for reference agents, which call no model. Calls without reported usage count as spending. */
export const tookSomething = ({ calls, inputTokens, outputTokens, costUsd }: RoleSpend): boolean =>
  (inputTokens ?? 0) + (outputTokens ?? 0) > 0 || (calls > 0 && costUsd === null);

/** An unknown part makes the sum unknown. */
export function sum(roleSpend: RoleSpend | undefined, other: RoleSpend): RoleSpend {
  if (roleSpend === undefined) return { ...other };
  return {
    calls: roleSpend.calls + other.calls,
    inputTokens: sumKnown(roleSpend.inputTokens, other.inputTokens),
    outputTokens: sumKnown(roleSpend.outputTokens, other.outputTokens),
    costUsd: sumKnown(roleSpend.costUsd, other.costUsd),
    cachedInputTokens: (roleSpend.cachedInputTokens ?? 0) + (other.cachedInputTokens ?? 0) || undefined,
    savedUsd: (roleSpend.savedUsd ?? 0) + (other.savedUsd ?? 0) || undefined,
    pricesOf: dates(roleSpend.pricesOf, other.pricesOf),
  };
}

function dates(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return [...new Set([...first.split('; '), ...second.split('; ')])].join('; ');
}

function metaFolders(judgments: string): string[] {
  try {
    return filesBelow(judgments)
      .filter((name) => isJudgmentMeta(name))
      .map((name) => dirname(join(judgments, name)));
  } catch {
    return [];
  }
}
