import { join } from 'node:path';
import { OsharmError } from '../../../base/errors.ts';
import { claimFile } from '../../../base/record/file-claim.ts';

/**
 * Keeps other commands from asking, and paying, for the same judgment; gives what ends that. Throws OsharmError
 * `judge-busy` where one that lives does it.
 */
export function claimFolder(folder: string): () => void {
  const release = claimFile(join(folder, '.judging'));
  if (release !== null) return release;
  throw new OsharmError('Another command makes this judgment.', {
    code: 'judge-busy',
    blame: 'environment',
    isRetryable: true,
    hint: 'Wait until it ends.',
  });
}
