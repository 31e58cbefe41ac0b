import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { taskFile } from '../../tasks/setup/steps/download.ts';
import { type ScoreWithMilestones, scoreTask } from '../../verdicts/checks/score-task.ts';
import type { GetterContext } from '../../verdicts/osworld/getters/getter.ts';
import type { Attempt } from './attempt.ts';
import { setupSurroundings } from './setup-surroundings.ts';

export function checkTask(
  attempt: Attempt,
  desktop: Desktop,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<ScoreWithMilestones> {
  const { sweep, run, program } = attempt;
  return scoreTask({
    task: run.task,
    desktop,
    readAsset: (path) => readAsset(sweep.request.suite.assetRoot, path),
    effects: attempt.effectLog?.effects() ?? [],
    lastAction: attempt.lastAction,
    outcome,
    answer: attempt.answer,
    canaries: attempt.canaries,
    evaluation: { ...evaluationOf(attempt, desktop, signal), rules: run.settings.metrics ?? 'right' },
    program: program === null ? undefined : () => program.result(signal),
    signal,
  });
}

export function evaluationOf(
  attempt: Attempt,
  desktop: Desktop,
  signal: AbortSignal,
): Omit<GetterContext, 'folder' | 'signal'> {
  const { clock } = attempt.sweep.dependencies;
  return {
    desktop,
    kept: attempt.outputs,
    now: () => new Date(clock.now()),
    fetchFile: (url, name, fetchSignal) =>
      taskFile(url, name, setupSurroundings(attempt, desktop, fetchSignal ?? signal)),
  };
}

/** Reads an asset of a suite. Throws UsageError for a path outside the suite. */
export async function readAsset(root: string, path: string): Promise<Buffer> {
  const full = join(root, path);
  if (relative(root, full).startsWith('..')) {
    throw new UsageError(`The asset ${path} is outside the suite.`, { code: 'task-asset-outside' });
  }
  return readFile(full);
}
