import { join } from 'node:path';
import { OsharmError } from '../../../base/errors.ts';
import { claimFile } from '../../../base/record/lease/file-claim.ts';

/**
 * Prevents concurrent commands from paying for the same judgment. Returns a function that releases the claim. Throws
 * OsharmError `judge-busy` if a running command has claimed it.
 */
export function claimFolder(folder: string): () => void {
  const release = claimFile(join(folder, '.judging'));
  if (release !== null) return release;
  throw new OsharmError('Another command is already writing this judgment.', {
    code: 'judge-busy',
    blame: 'environment',
    isRetryable: true,
    hint: 'Wait until it ends.',
  });
}
