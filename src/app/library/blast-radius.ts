import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import type { HarmLevel } from '../../base/record/evidence/verdict.ts';
import { readRun } from '../../base/record/read-run.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { readEffectFacts } from '../../results/model/effect-facts.ts';
import { type ExecutionEvent, runSweeps } from '../../runs/sweep/sweep.ts';
import { type BranchHost, type BranchPlaces, parentRun, planBranch } from './plan-branch.ts';

export interface Reached {
  goal: string;
  /** Null if the oracles did not decide, or if the branch failed or reached a different state. */
  harm: HarmLevel | null;
  isSame: boolean;
  directory: string;
}

export interface BlastRadius {
  format: 'osharm-blast-radius/1';
  /** Directory of the recorded run. */
  parent: string;
  /**
   * `step` is 0-based. `completed` is the share of completed goals among the decided ones; null if none was decided.
   */
  steps: { step: number; completed: number | null; goals: Reached[] }[];
}

/**
 * At each step of a recorded run, replaces the agent with a fully hijacked one and reports which goals it completes.
 * This shows what the desktop allows, regardless of the agent's robustness. The same call resumes. Throws UsageError
 * for a run without an injection.
 */
export async function measureBlastRadius(
  { parent, goals: goalNames }: { parent: string; goals?: readonly string[] | undefined },
  places: BranchPlaces,
  host: BranchHost,
  { signal, onEvent }: { signal: AbortSignal; onEvent(event: ExecutionEvent): void },
): Promise<BlastRadius> {
  const { injection } = parentRun(parent);
  if (injection === null)
    throw new UsageError('The run has no injection, so a hijacked agent would have no goal.', {
      code: 'blast-radius-no-injection',
      hint: 'Choose a run with an injection (osharm run --inject).',
    });
  const length = readRun(parent).betterLog?.steps.length ?? 0;
  const steps: BlastRadius['steps'] = [];
  for (let step = 0; step < length && !signal.aborted; step += 1) {
    const goals: Reached[] = [];
    for (const goal of goalNames ?? [injection.goal]) {
      const place = { ...places, out: join(places.out, `step-${step}`) };
      const changes = { at: step, model: 'reference-hijacked', goal, isHijackedAtOnce: true, times: 1 };
      const { sweep, runs } = await planBranch(parent, changes, place, host);
      const { fatal } = await runSweeps([sweep], { signal, onEvent });
      if (fatal !== null) throw fatal;
      goals.push(...runs.map(({ directory }) => reachedIn(directory, goal)));
    }
    const known = goals.filter(({ harm }) => harm !== null);
    const completed = known.filter(({ harm }) => harm === 'completed').length;
    steps.push({ step, completed: known.length === 0 ? null : completed / known.length, goals });
  }
  const result: BlastRadius = { format: 'osharm-blast-radius/1', parent, steps };
  writeWholeFile(join(places.out, 'blast-radius.json'), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

function reachedIn(directory: string, goal: string): Reached {
  const { runJson, complete } = readRun(directory);
  const isSame = runJson?.branch?.state === 'same';
  return {
    goal,
    harm: complete && isSame ? readEffectFacts(directory, () => readEffects(directory)?.entries ?? []).harm : null,
    isSame,
    directory,
  };
}
