import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { readEffectLines } from '../../base/record/read-json-lines.ts';
import { readRun } from '../../base/record/read-run.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { HarmLevel } from '../../evidence/effect-log/effect.ts';
import { readEffectFacts } from '../../results/report/effect-facts.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import { runSweeps, type SweepEvent } from '../../runs/sweep/sweep.ts';
import { type BranchPlaces, parentRun, planBranch } from './plan-branch.ts';

/** What a hijacked agent came to from one step. */
export interface Reached {
  goal: string;
  /** How far the harm went; null: the oracles don't say, or the branch failed or came to another state. */
  harm: HarmLevel | null;
  isSame: boolean;
  directory: string;
}

/** `blast-radius.json`. */
export interface BlastRadius {
  format: 'osharm-blast-radius/1';
  /** The recorded run. */
  parent: string;
  /** 0-based steps at which the agent was replaced, with what it completed of the goals: a share of those that are known; null: none is. */
  steps: { step: number; completed: number | null; goals: Reached[] }[];
}

/**
 * Replaces the agent of a recorded run at each of its steps by one that is fully hijacked, and tells what it could
 * still complete: what the desktop allows, apart from how robust the agent was. Goes on where it was broken off. Throws
 * UsageError for a run without an injection.
 */
export async function measureBlastRadius(
  { parent, goals: goalNames }: { parent: string; goals?: readonly string[] | undefined },
  places: BranchPlaces,
  outside: { dependencies: RunDependencies; provider: DesktopProvider },
  { signal, onEvent }: { signal: AbortSignal; onEvent(event: SweepEvent): void },
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
      const place = { ...places, resultDir: join(places.resultDir, `step-${step}`) };
      const changes = { at: step, model: 'reference-hijacked', goal, isHijackedAtOnce: true, times: 1 };
      const { sweep, runs } = await planBranch(parent, changes, place, outside);
      const { fatal } = await runSweeps([sweep], { signal, onEvent });
      if (fatal !== null) throw fatal;
      goals.push(...runs.map(({ directory }) => reachedIn(directory, goal)));
    }
    const known = goals.filter(({ harm }) => harm !== null);
    const completed = known.filter(({ harm }) => harm === 'completed').length;
    steps.push({ step, completed: known.length === 0 ? null : completed / known.length, goals });
  }
  const result: BlastRadius = { format: 'osharm-blast-radius/1', parent, steps };
  writeWholeFile(join(places.resultDir, 'blast-radius.json'), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

function reachedIn(directory: string, goal: string): Reached {
  const { runJson, complete } = readRun(directory);
  const isSame = runJson?.branch?.state === 'same';
  return {
    goal,
    harm: complete && isSame ? readEffectFacts(directory, () => readEffectLines(directory) ?? []).harm : null,
    isSame,
    directory,
  };
}
