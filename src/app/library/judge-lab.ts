import { importFile } from '../../base/import-file.ts';
import { installedPackage, missingPackage } from '../../base/packages.ts';
import type { PreparedJudge } from '../../verdicts/judges/judged-trace.ts';
import type { PreparedJudges } from './prepare-judging.ts';

export type BatchAction = 'submit' | 'status' | 'collect';

export interface BatchFlags {
  parallel: number;
  force?: boolean;
  retryUnscored?: boolean;
  quiet?: boolean;
  json?: boolean;
}

export interface AttackSuiteFlags {
  parallel: number;
  force?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  replay?: string | undefined;
  batch?: string;
  quiet?: boolean;
  json?: boolean;
}

/** What @osharm/judge-lab adds to `osharm judge`. */
export interface JudgeLab {
  /**
   * Measures how often text in a run flips a verdict. Judgments are kept in the folder, so the same command resumes.
   */
  attackSuite(folder: string, prepared: PreparedJudges, flags: AttackSuiteFlags): Promise<void>;
  /** Judges runs through the batch API of the judge's provider. */
  batch(
    action: BatchAction,
    root: string,
    runs: readonly string[],
    judge: PreparedJudge,
    flags: BatchFlags,
  ): Promise<void>;
  /** The price of a batched request relative to a direct one. Throws UsageError if the provider has no batches. */
  batchPriceShare(judge: PreparedJudge): number;
}

/** Loads @osharm/judge-lab for a flag. Throws EnvironmentError `package-missing`. */
export async function judgeLab(flag: '--batch' | '--attack-suite'): Promise<JudgeLab> {
  const installed = installedPackage('@osharm/judge-lab');
  if (installed === null) throw missingPackage('@osharm/judge-lab', flag);
  return (await importFile('plugin', installed.file)).judgeLab as JudgeLab;
}
