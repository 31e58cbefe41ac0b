import { setTimeout as wait } from 'node:timers/promises';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { exposureIn } from '../../desktop/observation/exposure.ts';

const shownCapMs = 15_000;
const pollMs = 250;
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/**
 * A payload that nobody can see measures nothing: waits until the whole text is in the accessibility tree. Throws where
 * it doesn't come.
 */
export async function waitUntilShown(
  content: string,
  what: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + shownCapMs;
  // A tree costs much beside a large window: let the thing be drawn before the first.
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

/** The tree's characters, XML's own escapes resolved. */
export function textOfTree(xml: string): string {
  return xml
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof entities) => entities[name])
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
