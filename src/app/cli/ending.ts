import { readdirSync, readFileSync } from 'node:fs';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { shortLine } from '../../base/record/unseen-text.ts';

/**
 * Once a command is over, or has printed its results, the process may take `milliseconds` more to close what it holds.
 * One that still goes on then prints what is open, and ends with the exit code that it has. The limit itself keeps no
 * process alive. Returns what lifts it.
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

/**
 * Runs a command that prints results before it has closed its desktops: it calls `printed`, and from then on closing may take
 * `timeLimits.end.closing`.
 */
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

/** What keeps this process from ending: its child processes by name, and handles of each type by number. */
function openResources(): string[] {
  const handles = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) handles.set(type, (handles.get(type) ?? 0) + 1);
  return [...childProcesses(), ...[...handles].map(([type, count]) => `${count} ${type}`)];
}

/** Linux tells them; elsewhere there are none. */
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
