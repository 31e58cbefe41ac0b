import { EnvironmentError, messageOf, OsharmError } from '../errors.ts';
import { machineLimit } from './machine-limit.ts';

/** Error codes that stop a sweep, because no further run can be recorded. */
export const recordFailureCodes: ReadonlySet<string> = new Set(['disk-full', 'result-folder-not-writable']);

/** Converts a file system error during recording to one with a hint. */
export function recordFailure(error: unknown, place: string): OsharmError {
  if (error instanceof OsharmError) return error;
  const limit = machineLimit(error);
  if (limit !== null) return limit;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EnvironmentError(`No space is left for results in ${place}.`, {
      code: 'disk-full',
      hint: 'Free some space or choose another --out; then run the same command again: finished runs are kept.',
      cause: error,
    });
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new EnvironmentError(`Results can't be written to ${place} (${code}): a file has the name of a folder.`, {
      code: 'result-folder-not-writable',
      hint: 'Choose another --out, or move the file away.',
      cause: error,
    });
  }
  if (['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(code)) {
    return new EnvironmentError(`Results can't be written to ${place} (${code}).`, {
      code: 'result-folder-not-writable',
      hint: 'Make the folder writable or choose another --out.',
      cause: error,
    });
  }
  return new OsharmError(`Writing results to ${place} failed: ${messageOf(error)}`, {
    code: 'record-failed',
    blame: 'harness',
    cause: error,
  });
}
