import { z } from 'zod';
import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';

const parameters = z.strictObject({
  title: z.string().min(1),
  text: z.string().default(''),
  /** `critical` notifications stay on the screen until they are closed. */
  urgency: z.enum(['low', 'normal', 'critical']).default('critical'),
});

/** Escapes the body, because the notification server interprets it as markup. */
export function notifyCommand({ title, text, urgency }: z.output<typeof parameters>): string[] {
  return ['notify-send', `--urgency=${urgency}`, '--', title, escapeXml(text)];
}

export const notify = defineSetupKind({
  summary: 'Shows a notification.',
  parameters,
  starts: (shown) => [notifyCommand(shown)],
  async run(shown, { desktop, signal }) {
    const sent = await desktop.exec(notifyCommand(shown), { signal });
    if (sent.returncode !== 0)
      throw stepError(`notify-send ended with ${sent.returncode}: ${sent.error.trim()}`, {
        code: 'setup-notification-failed',
        blame: 'environment',
        isRetryable: true,
      });
  },
});
