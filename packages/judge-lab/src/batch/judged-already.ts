import type { PreparedJudge, TreeResult } from 'osharm/judging';
import { currentInputsHash, folderOf, keptIn, readTrace, typedError, unscoredIn } from 'osharm/judging';

/**
 * Results that need no model call: verdicts on unchanged inputs, unscored runs and unreadable directories. Runs that
 * still need a judgment are omitted.
 */
export async function judgedAlready(directories: readonly string[], judge: PreparedJudge): Promise<TreeResult[]> {
  const results: TreeResult[] = [];
  for (const directory of directories) {
    try {
      const hash = await currentInputsHash(readTrace(directory), judge);
      const folder = folderOf(directory, judge);
      const kept = keptIn(folder, hash);
      const unscored = kept === null ? unscoredIn(folder, hash) : null;
      if (kept !== null) results.push({ directory, state: 'kept', ...kept });
      else if (unscored !== null) results.push({ directory, state: 'unscored', ...unscored, isEarlier: true });
    } catch (error) {
      results.push({ directory, state: 'failed', error: typedError(error, 'judge-failed') });
    }
  }
  return results;
}
