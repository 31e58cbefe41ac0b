import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { OsharmError } from '../../errors.ts';

/** Runs `work` while no other command hands in or collects the same batches. Throws OsharmError `batch-busy`. */
export async function withBatchLock<T>(logFile: string, work: () => Promise<T>): Promise<T> {
  const lock = `${logFile}.lock`;
  mkdirSync(dirname(lock), { recursive: true });
  if (!take(lock)) {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isAlive(pid))
      throw new OsharmError(`Another command (process ${pid}) works on these batches.`, {
        code: 'batch-busy',
        blame: 'environment',
        isRetryable: true,
        hint: 'Wait until it ends.',
      });
    // Whoever held it was killed.
    rmSync(lock, { force: true });
    if (!take(lock))
      throw new OsharmError('Another command works on these batches.', {
        code: 'batch-busy',
        blame: 'environment',
        isRetryable: true,
        hint: 'Wait until it ends.',
      });
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    const file = openSync(lock, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
