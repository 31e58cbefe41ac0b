import { stepError } from './setup-failure.ts';
import type { SetupContext } from './setup-kind.ts';

/** Changes a window with wmctrl. Uses its ID, because wmctrl would match a name against parts of other titles. */
export async function wmctrl(
  id: number,
  change: readonly string[],
  title: string,
  { desktop, signal }: SetupContext,
): Promise<void> {
  const done = await desktop.exec(['wmctrl', '-i', '-r', `0x${id.toString(16)}`, ...change], { signal });
  if (done.returncode === 0) return;
  throw stepError(`The window ${JSON.stringify(title)} can't be placed: ${done.error.trim()}`, {
    code: 'setup-window-not-placed',
    blame: 'environment',
    isRetryable: true,
  });
}
