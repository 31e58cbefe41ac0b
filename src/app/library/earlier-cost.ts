import { readRun } from '../../base/record/read-run.ts';
import { runSpent } from '../../results/model/spent.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';

/** Known cost of these runs in earlier commands, in US dollars. */
export const earlierUsd = (runs: readonly Pick<PlannedRun, 'directory'>[]): number =>
  runs
    .flatMap(({ directory }) => Object.values(runSpent(readRun(directory).runJson)))
    .reduce((total, { costUsd }) => total + (costUsd ?? 0), 0);
