import { shortLine } from '../../base/record/unseen-text.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Attempt } from './attempt.ts';

/** Maximum characters. The names come from inside the desktop. */
const longestNames = 300;
const limit = { milliseconds: 20_000, what: 'Releasing keys and buttons' };

/** Keys and buttons that stay pressed would affect `postconfig`, checks and the next phase. */
export async function releaseHeldInput(attempt: Attempt, desktop: Desktop): Promise<void> {
  if (!attempt.hasActed || attempt.noticeLoss() || desktop.releaseInput === undefined) return;
  const released = await attempt.orLost(() =>
    attempt.within('act', limit, async (signal) => (await desktop.releaseInput?.(signal)) ?? null),
  );
  if (released === null) {
    if (!attempt.noticeLoss())
      attempt.record.log('Keys and buttons that the agent may have left pressed were not released.');
    return;
  }
  if (released.length > 0)
    attempt.note(
      `The agent left pressed, and osharm released after its last step: ${shortLine(released.join(', '), longestNames)}.`,
    );
}
