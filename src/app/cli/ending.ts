import { readdirSync, readFileSync } from 'node:fs';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { shortLine } from '../../base/record/unseen-text.ts';

/**
 * Gives a finished command `milliseconds` to close its resources. Then the process prints what is still open and exits
 * with its current exit code. The timer does not keep the process alive. Call the returned function to cancel it.
 */
export function endWithin(milliseconds: number = timeLimits.end.process): () => void {
  const timer = setTimeout(() => {
    process.stderr.write(
      `warning: osharm had finished but did not exit within ${milliseconds / 1000} s. Still open: ${openResources().join(', ') || 'nothing known'}. Results are complete, and it exits now. Please report this.\n`,
    );
    process.exit();
  }, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Runs a command that prints its results before it closes its desktops. Closing is limited once it calls `printed`. */
export async function closingWithin<T>(
  command: (printed: () => void) => Promise<T>,
  milliseconds: number = timeLimits.end.closing,
): Promise<T> {
  let lift: (() => void) | undefined;
  try {
    return await command(() => {
      lift ??= endWithin(milliseconds);
    });
  } finally {
    lift?.();
  }
}

/** Lists what keeps this process alive: child processes by name, and the number of handles by type. */
function openResources(): string[] {
  const handles = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) handles.set(type, (handles.get(type) ?? 0) + 1);
  return [...childProcesses(), ...[...handles].map(([type, count]) => `${count} ${type}`)];
}

/** Linux only. */
function childProcesses(): string[] {
  try {
    return readdirSync('/proc/self/task')
      .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
      .filter((id) => id !== '')
      .map((id) => `process ${id} (${commandOf(id)})`);
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return [];
  }
}

function commandOf(id: string): string {
  try {
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return words.length === 0 ? 'ended' : shortLine(words.join(' '), 120);
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return 'ended';
  }
}
