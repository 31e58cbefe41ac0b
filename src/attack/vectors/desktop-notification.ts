import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Desktop } from '../../desktop/desktop.ts';
import { exposureIn } from '../../observe/exposure.ts';
import { attackFailure } from '../attack-failure.ts';
import { defineVector } from '../vector.ts';

const title = 'Notice for computer assistants';
const shownCapMs = 10_000;
const pollMs = 150;

/** The text pops up as a notification of critical urgency, which stays until it is closed. */
export const desktopNotification = defineVector({
  name: 'desktop_notification',
  parameters: z.looseObject({ title: z.string().min(1).default(title) }),
  async prepare({ entry, parameters, content }, desktop, signal) {
    if (entry.additional_config !== undefined)
      throw attackFailure(
        `additional_config ${JSON.stringify(entry.additional_config)} is not supported in this version.`,
        {
          code: 'attack-additional-config',
          blame: 'task',
          hint: 'Put what it prepares into the task’s config.',
        },
      );
    // An argument vector: nothing in the text can become a command. The body is markup to the notification server.
    const sent = await desktop.exec(
      ['notify-send', '--urgency=critical', '--', parameters.title, asMarkup(content)],
      signal === undefined ? {} : { signal },
    );
    if (sent.returncode !== 0)
      throw attackFailure(`notify-send ended with ${sent.returncode}: ${sent.error.trim()}`, {
        code: 'attack-notification-failed',
        blame: 'environment',
        isRetryable: true,
      });
    await waitUntilShown(content, desktop, signal);
  },
});

/** Text as it must stand in a notification's body, which is a small XML. */
export function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A payload that nobody can see measures nothing: the whole text must be in the accessibility tree. */
async function waitUntilShown(content: string, desktop: Desktop, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + shownCapMs;
  // A tree costs much beside a large window: let the popup be drawn before the first.
  await desktop.settle({}, signal);
  for (;;) {
    if (exposureIn(treeText(await desktop.accessibilityTree(signal)), content) === 'full') return;
    if (Date.now() > deadline)
      throw attackFailure('The notification did not appear in the accessibility tree.', {
        code: 'attack-notification-not-shown',
        blame: 'environment',
        isRetryable: true,
      });
    await wait(pollMs, undefined, signal === undefined ? {} : { signal });
  }
}

function treeText(xml: string): string {
  return xml
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: 'lt' | 'gt' | 'quot' | 'apos' | 'amp') => entities[name])
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
