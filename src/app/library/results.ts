import type { Result } from '../../results/report/result.ts';
import type { JudgedRun, JudgingOptions } from './judge-options.ts';

/** Every run below a folder, as reports see it (OS-Harm's own results too). Throws UsageError where there is none. */
export async function readFolder(folder: string): Promise<Result[]> {
  return (await import('./read-results.ts')).resultsIn(folder);
}

/** Judges every run below a folder and writes the verdicts beside them. Throws UsageError where there is no run or no such judge. */
export async function judge(folder: string, options: JudgingOptions = {}): Promise<JudgedRun[]> {
  const { judgeFolder } = await import('./judge-folder.ts');
  return judgeFolder(folder, options);
}
