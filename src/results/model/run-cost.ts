import type { RunFiles } from './run-files.ts';
import { judgesSpent, type RoleSpend, runSpent } from './spent.ts';

/** What the run and its judges spent. */
export interface RunCost {
  /** By role: `agent`, `judge`, `monitor` … */
  spent: Readonly<Record<string, RoleSpend>>;
  /** US dollars of all roles; null if a price is unknown or nothing was spent. */
  costUsd: number | null;
}

export function costOfRun({ run, isWhole }: RunFiles): RunCost {
  const judges = isWhole ? judgesSpent(run.directory) : {};
  const spent = { ...runSpent(run.runJson), ...judges };
  return { spent, costUsd: sumOf(Object.values(spent)) };
}

function sumOf(spent: readonly RoleSpend[]): number | null {
  const costs = spent.map(({ costUsd }) => costUsd);
  if (costs.length === 0 || costs.includes(null)) return null;
  return costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}
