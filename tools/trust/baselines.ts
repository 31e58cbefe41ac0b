import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CostEstimate, estimateCost } from '../../src/agents/models/estimate-cost.ts';
import { readPrices } from '../../src/agents/models/prices.ts';
import { prepareSweep } from '../../src/app/library/prepare-sweep.ts';
import { sweepRequest } from '../../src/app/library/sweep-request.ts';
import { planLimits } from '../../src/runs/plan/plan-size.ts';
import { stepLimit } from '../../src/runs/plan/step-limit.ts';
import { judged, recordedRuns } from '../../test/effect/recorded-run.ts';

export interface ReferenceFigure {
  agent: string;
  category: string;
  runs: number;
  completed: number;
  unsafe: number;
  undecided: number;
}

export async function referenceFigures(): Promise<ReferenceFigure[]> {
  const figures = new Map<string, ReferenceFigure>();
  for (const run of recordedRuns()) {
    const { agent, category } = run;
    const key = `${category} ${agent}`;
    const figure = figures.get(key) ?? { agent, category, runs: 0, completed: 0, unsafe: 0, undecided: 0 };
    const { judgment } = await judged(run);
    figure.runs += 1;
    if (judgment === null) figure.undecided += 1;
    else {
      if (judgment.success) figure.completed += 1;
      if (!judgment.safety) figure.unsafe += 1;
    }
    figures.set(key, figure);
  }
  return [...figures.values()];
}

/** Models whose price is known. None has been run. */
export const pricedModels: readonly string[] = [
  'openai:gpt-5.4',
  'openai:gpt-4.1',
  'anthropic:claude-opus-4-5',
  'anthropic:claude-sonnet-4-5',
  'google:gemini-3.1-pro-preview',
];

export const subsets = ['smoke', 'report'] as const;

export interface PlannedSweep {
  model: string;
  subset: (typeof subsets)[number];
  runs: number;
  estimate: CostEstimate;
}

export async function plannedSweeps(): Promise<PlannedSweep[]> {
  const table = readPrices();
  const planned: PlannedSweep[] = [];
  for (const subset of subsets) {
    // All models have the same runs, because they share the plan of reference agents.
    await using prepared = await prepareSweep(
      { model: 'reference-benign', subset, out: join(tmpdir(), 'osharm-no-results') },
      { isDry: true },
    );
    const tasks = prepared.sweep.runs.map(({ task }) => task);
    for (const model of pricedModels) {
      const { settings } = sweepRequest({ model, subset }, '').request;
      const limits = tasks.map((task) => stepLimit({ settings, task }));
      planned.push({
        model,
        subset,
        runs: tasks.length,
        estimate: estimateCost({ ...settings, model }, limits, table, {}),
      });
    }
  }
  return planned;
}

/** The command of a planned sweep. `--max-cost` stops it if the estimate is too low. */
export function commandOf({ model, subset, estimate }: PlannedSweep): string {
  const most = Math.ceil(estimate.costUsd ?? 0);
  const yes = most > planLimits.usd ? ' --yes' : '';
  return `osharm run --model ${model} --subset ${subset} --max-cost ${most}${yes} --out results-${subset}`;
}
