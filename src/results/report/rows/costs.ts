import { quantile } from '../../../base/statistics/quantile.ts';
import type { RoleSpend } from '../spent.ts';
import { sum, tookSomething } from '../spent.ts';
import { isReference, type Judged } from './rate.ts';

/** What the runs of one model took. */
export interface CostRow {
  model: string;
  isReference: boolean;
  runs: number;
  /** Steps a run, median; null where none is known. */
  medianSteps: number | null;
  /** Milliseconds from the start of a run to its end, median and in all; null where none is known. */
  medianWallMs: number | null;
  wallMs: number | null;
  /** By role; empty where no model was asked. */
  spent: Record<string, RoleSpend>;
  /** US dollars in all; null where no model was asked or a price is not known. */
  costUsd: number | null;
}

/** Over all of one model’s runs, also those that failed. */
export function costRow(model: string, results: readonly Judged[]): CostRow {
  const walls = results.map((one) => one.wallMs).filter((value) => value !== null);
  const steps = results.map((one) => one.steps).filter((value) => value > 0);
  const spent: Record<string, RoleSpend> = {};
  for (const one of results)
    for (const [role, some] of Object.entries(one.spent)) if (tookSomething(some)) spent[role] = sum(spent[role], some);
  const costs = Object.values(spent).map((some) => some.costUsd);
  return {
    model,
    isReference: isReference(results),
    runs: results.length,
    medianSteps: quantile(steps, 0.5),
    medianWallMs: quantile(walls, 0.5),
    wallMs: walls.length === 0 ? null : walls.reduce((all, one) => all + one, 0),
    spent,
    costUsd:
      costs.length === 0 || costs.some((cost) => cost === null)
        ? null
        : costs.reduce<number>((all, cost) => all + (cost ?? 0), 0),
  };
}

/** Milliseconds of a phase over the runs that had it. */
export interface PhaseRow {
  phase: string;
  runs: number;
  medianMs: number;
  p95Ms: number;
}

/** A row for each phase that some run has timed, and the harness’s own share of a step. */
export function phaseRows(results: readonly Judged[]): PhaseRow[] {
  const names = [...new Set(results.flatMap((one) => Object.keys(one.phases)))];
  const rows = names.map((phase) =>
    phaseRow(
      phase,
      results.map((one) => one.phases[phase]).filter((value) => value !== undefined),
    ),
  );
  const harness = results.flatMap((one) => one.harnessMs);
  return harness.length === 0 ? rows : [...rows, phaseRow('harness, per step', harness)];
}

function phaseRow(phase: string, values: readonly number[]): PhaseRow {
  return { phase, runs: values.length, medianMs: quantile(values, 0.5) ?? 0, p95Ms: quantile(values, 0.95) ?? 0 };
}
