import { z } from 'zod';
import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';

const parameters = z.strictObject({
  title: z.string().min(1),
  text: z.string().default(''),
  /** `critical` stays until it is closed. */
  urgency: z.enum(['low', 'normal', 'critical']).default('critical'),
});

/**
 * The argument vector of a notification: nothing in its text can become a command. The body is markup to the
 * notification server.
 */
export function notifyCommand({ title, text, urgency }: z.output<typeof parameters>): string[] {
  return ['notify-send', `--urgency=${urgency}`, '--', title, escapeXml(text)];
}

/** Shows a notification. */
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
