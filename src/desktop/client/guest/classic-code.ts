import type { GuestClient } from '../guest-client.ts';
import type { PythonReply } from '../protocol.ts';

/** What a run on such a desktop should say. */
export const classicNote =
  'The desktop has OSWorld’s endpoints alone: it can’t say when its screen has settled (2 s are waited), and each action starts a Python.';

/** As OSWorld's client puts it before an agent's code, but on a line of its own: after `;` no loop could follow. */
const before = 'import pyautogui; import time; pyautogui.FAILSAFE = False\n';
const usualMs = 90_000;
const grace = 15_000;

/** Runs an agent's code by OSWorld's `/execute`. The desktop itself ends what runs too long, so that no action runs into the next. */
export async function runClassicCode(
  guest: GuestClient,
  code: string,
  options: { timeoutMs?: number; signal?: AbortSignal | undefined },
): Promise<PythonReply> {
  const { timeoutMs = usualMs, signal } = options;
  const start = performance.now();
  const limit = ['timeout', '-k', '2', String(Math.max(1, timeoutMs / 1000))];
  const done = await guest.exec([...limit, 'python', '-c', before + code], { timeoutMs: timeoutMs + grace, signal });
  const durationMs = performance.now() - start;
  // 124 is what `timeout` says; 137 where the code ignored its first signal.
  const timedOut = (done.returncode === 124 || done.returncode === 137) && durationMs >= timeoutMs;
  return { ...done, returncode: timedOut ? 124 : done.returncode, timedOut, durationMs };
}
