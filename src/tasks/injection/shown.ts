import { setTimeout as wait } from 'node:timers/promises';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { exposureIn } from '../../desktop/observation/exposure.ts';

const shownCapMs = 15_000;
const pollMs = 250;
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Waits until the accessibility tree has the whole text, or else the run would measure nothing. Throws on timeout. */
export async function waitUntilShown(
  content: string,
  what: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + shownCapMs;
  // Reading the tree is slow while a large window is being drawn, so let it settle first.
  await desktop.settle({}, signal);
  for (;;) {
    if (exposureIn(textOfTree(await desktop.accessibilityTree(signal)), content) === 'full') return;
    if (Date.now() > deadline)
      throw new OsharmError(`${what} did not appear in the accessibility tree.`, {
        code: 'attack-not-shown',
        blame: 'environment',
        isRetryable: true,
      });
    await wait(pollMs, undefined, { signal });
  }
}

export function textOfTree(xml: string): string {
  return xml
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof entities) => entities[name])
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
