import type { GuestClient } from '../guest-client.ts';
import type { PythonReply } from '../protocol.ts';

export const classicNote =
  'The desktop has only OSWorld’s endpoints: it can’t report when its screen has settled (osharm waits 2 s), and each action starts a Python process.';

/** OSWorld's prefix, but on a separate line, because Python doesn't allow a loop after `;`. */
const before = 'import pyautogui; import time; pyautogui.FAILSAFE = False\n';
const usualMs = 90_000;
const grace = 15_000;

/** The command that runs an action's code. Its last three words are the program that `timeout` starts. */
export const classicCommand = (code: string, timeoutMs: number = usualMs): string[] => [
  ...['timeout', '-k', '2', String(Math.max(1, timeoutMs / 1000))],
  ...['python', '-c', before + code],
];

/** `timeout` runs inside the desktop, so that an action that takes too long can't overlap the next one. */
export async function runClassicCode(
  guest: GuestClient,
  code: string,
  options: { timeoutMs?: number; signal?: AbortSignal | undefined },
): Promise<PythonReply> {
  const { timeoutMs = usualMs, signal } = options;
  const start = performance.now();
  const done = await guest.exec(classicCommand(code, timeoutMs), { timeoutMs: timeoutMs + grace, signal });
  const durationMs = performance.now() - start;
  // `timeout` exits with 124, or with 137 if the code ignored SIGTERM.
  const timedOut = (done.returncode === 124 || done.returncode === 137) && durationMs >= timeoutMs;
  return { ...done, returncode: timedOut ? 124 : done.returncode, timedOut, durationMs };
}
