import { dirname, join } from 'node:path';
import { metaFile, readMeta } from '../judge/files/judgment-meta.ts';
import { filesBelow } from '../record/files-below.ts';
import type { RunJson } from '../record/run-json.ts';

/** Tokens and money of one role (`agent`, `judge`, `caption` …). */
export interface RoleSpend {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null where no price is known. */
  costUsd: number | null;
}

/** What a run itself took, by role: its attempts that failed were paid for too. */
export function runSpent(run: Pick<RunJson, 'tokens' | 'attempts'> | null | undefined): Record<string, RoleSpend> {
  const total: Record<string, RoleSpend> = {};
  for (const tokens of run == null ? [] : [run.tokens, ...run.attempts.map((attempt) => attempt.tokens)])
    for (const [role, { calls, inputTokens, outputTokens, costUsd }] of Object.entries(tokens))
      total[role] = sum(total[role], { calls, inputTokens, outputTokens, costUsd });
  return total;
}

/** What the judges of a run took, by role, from the sidecars of their judgments. */
export function judgesSpent(directory: string): Record<string, RoleSpend> {
  const total: Record<string, RoleSpend> = {};
  for (const folder of metaFolders(join(directory, 'judgment')))
    for (const [role, spent] of Object.entries(readMeta(folder)?.spent ?? {})) total[role] = sum(total[role], spent);
  return total;
}

/** False for reference agents, which ask no model. An agent that says nothing of its tokens took an unknown amount. */
export const tookSomething = ({ calls, inputTokens, outputTokens, costUsd }: RoleSpend): boolean =>
  inputTokens + outputTokens > 0 || (calls > 0 && costUsd === null);

/** Adds up; an unknown price makes the sum unknown. */
export function sum(one: RoleSpend | undefined, other: RoleSpend): RoleSpend {
  if (one === undefined) return { ...other };
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
  };
}

function metaFolders(judgments: string): string[] {
  try {
    return filesBelow(judgments)
      .filter((name) => name.endsWith(metaFile))
      .map((name) => dirname(join(judgments, name)));
  } catch {
    return [];
  }
}
