import type { RunResult } from '../../results/model/run-result.ts';
import type { JudgedRun, JudgingOptions } from './judge-options.ts';

/** Reads every run below a folder, including OS-Harm's own results. Throws UsageError if there are no runs. */
export async function readResults(folder: string): Promise<RunResult[]> {
  return (await import('./read-results.ts')).resultsIn(folder);
}

/**
 * Judges the runs below a folder and stores the verdicts. Throws UsageError if there are no runs or a judge is unknown.
 */
export async function judge(folder: string, options: JudgingOptions = {}): Promise<JudgedRun[]> {
  const { judgeFolder } = await import('./judge-folder.ts');
  return judgeFolder(folder, options);
}
