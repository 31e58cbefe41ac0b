import { OsharmError } from 'osharm';
import { claimFile } from 'osharm/judging';

/** Runs `work` unless another command is submitting or collecting the same batches. Throws OsharmError `batch-busy`. */
export async function withBatchLock<T>(logFile: string, work: () => Promise<T>): Promise<T> {
  const release = claimFile(`${logFile}.lock`);
  if (release === null)
    throw new OsharmError('Another command is working on these batches.', {
      code: 'batch-busy',
      blame: 'environment',
      isRetryable: true,
      hint: 'Wait until it ends.',
    });
  try {
    return await work();
  } finally {
    release();
  }
}
