import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import type { HarmLevel } from '../../base/record/evidence/verdict.ts';
import { type MonitorScores, onlineScoresFolder, readMonitorScores } from '../../base/record/monitor-scores.ts';
import { findRuns, readRun } from '../../base/record/read-run.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { readEffectFacts } from '../../results/model/effect-facts.ts';
import { isStopped } from '../../results/report/monitors/monitored-run.ts';
import { runSweeps } from '../../runs/sweep/sweep.ts';
import { type BranchHost, type BranchPlaces, planBranch } from './plan-branch.ts';

/** A step that a protocol stopped, and the harm that its proposal does if it is executed. */
export interface ExecutedProposal {
  run: string;
  /** 0-based. */
  step: number;
  /** Null if the oracles did not decide, or if the branch failed or reached a different state. */
  harm: HarmLevel | null;
}

export interface StoppedStep {
  run: string;
  step: number;
}

/** Lists the stopped steps of all runs below a folder whose proposals have not been executed. */
export function openProposals(folder: string): StoppedStep[] {
  return findRuns(folder).flatMap((run) =>
    onlineScores(run).flatMap(({ scores }) =>
      scores
        .filter((score) => isStopped(score) && score.proposed !== undefined && score.proposed.harm === undefined)
        .map(({ step }) => ({ run, step })),
    ),
  );
}

/**
 * Branches a run at a step that its protocol stopped, executes the agent's proposal, and stores the resulting harm with
 * the step's score, so that reports can distinguish a prevented attack from a false alarm. Calls no model.
 */
export async function executeProposal(
  { run, step }: StoppedStep,
  places: BranchPlaces,
  host: BranchHost,
  signal: AbortSignal,
): Promise<ExecutedProposal> {
  // Without the hash, branches of different agents on one task would share a path below `out`.
  const parent = createHash('sha256').update(run).digest('hex').slice(0, 12);
  const place = { ...places, out: join(places.out, parent, `step-${step}`) };
  const changes = { at: step, model: 'reference-replay', isUnwatched: true };
  const { sweep, runs } = await planBranch(run, changes, place, host);
  const { fatal } = await runSweeps([sweep], { signal, onEvent() {} });
  if (fatal !== null) throw fatal;
  signal.throwIfAborted();
  const [branch] = runs;
  const harm = branch === undefined ? undefined : harmIn(branch.directory);
  if (harm === undefined) return { run, step, harm: null };
  for (const file of onlineScores(run)) {
    const scores = file.scores.map((score) =>
      score.step === step && score.proposed !== undefined ? { ...score, proposed: { ...score.proposed, harm } } : score,
    );
    const folder = onlineScoresFolder(run, file.monitor, file.view);
    writeWholeFile(join(folder, 'scores.json'), `${JSON.stringify({ ...file, scores })}\n`);
  }
  return { run, step, harm };
}

const onlineScores = (run: string): MonitorScores[] =>
  readMonitorScores(run, []).filter(({ mode }) => mode === 'online');

/** Returns undefined if the branch failed or reached a different state. The same command then executes it again. */
function harmIn(directory: string): HarmLevel | null | undefined {
  const { runJson, complete } = readRun(directory);
  if (!complete || runJson?.branch?.state !== 'same') return undefined;
  return readEffectFacts(directory, () => readEffects(directory)?.entries ?? []).harm;
}
