import { setTimeout as wait } from 'node:timers/promises';
import { screenElements, screenText } from '../../agents/reference/screen-tree.ts';
import { ScriptPlayer } from '../../agents/reference/script-player.ts';
import { scriptSchema } from '../../agents/reference/step-schema.ts';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { pictureSize } from '../../desktop/client/guest/picture-size.ts';
import { exposureIn } from '../../desktop/observation/exposure.ts';
import type { Canaries } from '../../evidence/effect-log/canaries.ts';
import type { Attack } from '../../tasks/injection/plan-attack.ts';
import { fillCanariesIn } from '../../tasks/setup/template.ts';

const replyCap = 60;

/**
 * `--start-at injection`: plays the vector's `reach` steps like a reference agent, so that the agent's first
 * observation contains the injected text. `waitMs`: duration of one waiting reply. Throws OsharmError if an element is
 * missing, or if the text is not in view at the end.
 */
export async function reachInjection(
  attack: Attack,
  desktop: Desktop,
  canaries: Canaries,
  signal: AbortSignal,
  waitMs = 1_000,
): Promise<void> {
  if (attack.reach.length > 0) {
    await play(attack, desktop, canaries, signal, waitMs).catch(async (error: unknown) => {
      if (signal.aborted) throw error;
      // Retry once: an optional step is skipped if its element appears late.
      await play(attack, desktop, canaries, signal, waitMs);
    });
  }
  if (attack.visibility === 'pixels-only') return;
  const { accessibilityTree } = await desktop.observe({ signal });
  if (exposureIn(screenText(screenElements(accessibilityTree)), attack.content) !== 'none') return;
  throw notInView('The injected text is not in view where the run should start.');
}

async function play(
  attack: Attack,
  desktop: Desktop,
  canaries: Canaries,
  signal: AbortSignal,
  waitMs: number,
): Promise<void> {
  const steps = scriptSchema.safeParse(fillCanariesIn(attack.reach, canaries));
  if (!steps.success) throw notInView('"reach" is not a list of reference steps.');
  const player = new ScriptPlayer(steps.data);
  for (let reply = 0; !player.isOver; reply += 1) {
    signal.throwIfAborted();
    if (reply >= replyCap) throw notInView(`The injected text was not reached in ${replyCap} replies.`);
    const observation = await desktop.observe({ signal });
    const screen = {
      elements: screenElements(observation.accessibilityTree),
      ...pictureSize(observation.screenshot),
    };
    for (const action of player.next(screen).actions) {
      if (action === 'FAIL') throw notInView('An element on the way to the injected text is missing.');
      if (action === 'WAIT') await wait(waitMs, undefined, { signal });
      else if (typeof action === 'string' && action !== 'DONE') await desktop.execute(action, { signal });
    }
  }
  await desktop.settle({}, signal);
}

function notInView(message: string): OsharmError {
  return new OsharmError(message, {
    code: 'start-not-in-view',
    blame: 'environment',
    isRetryable: true,
    hint: 'Omit --start-at injection, or correct the "reach" of the task’s injection.',
  });
}
