import { z } from 'zod';
import { readLocalFile } from '../local-file.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { fillTemplate } from '../template.ts';
import { withServerAccount } from '../thunderbird-account.ts';

const profile = '/home/user/.thunderbird/default/prefs.js';

/**
 * Puts mail on the mail server, into the inbox or `folder` (`read`: as read), and has Thunderbird use that account.
 * Comes before Thunderbird is launched; a later `mailbox` brings new mail to one that runs.
 */
export const mailbox = defineSetupKind({
  summary: 'Puts mails on the mail server, and has Thunderbird fetch them.',
  parameters: z.strictObject({
    messages: z.array(
      z.strictObject({
        local_path: z.string().min(1),
        template: z.boolean().default(false),
        folder: z.string().min(1).default('INBOX'),
        read: z.boolean().default(false),
      }),
    ),
  }),
  assets: ({ messages }) => messages.map((message) => message.local_path),
  async run({ messages }, context) {
    const { desktop, suiteFolder, signal } = context;
    const prefs = await desktop.readFile(profile, signal);
    if (prefs === null)
      throw stepError(`the desktop has no ${profile}.`, { code: 'setup-mail-profile', blame: 'environment' });
    const before = prefs.toString('utf8');
    const after = withServerAccount(before);
    if (after !== before)
      await desktop.writeFile(profile, Buffer.from(after), { owner: 'user', signal: context.signal });
    const placed = [];
    for (const { local_path: path, template, folder, read } of messages) {
      const content = await readLocalFile(suiteFolder, path);
      const filled = template ? fillTemplate(content, context) : content;
      const raw = (context.isComing === true ? withDate(filled, Date.now()) : filled).toString('base64');
      placed.push({ user: 'user', folder, raw, flags: read ? ['\\Seen'] : undefined });
    }
    await desktop.placeMail(placed, signal);
  },
});

/** A mail with another date in its head. */
export function withDate(mail: Buffer, date: number): Buffer {
  const text = mail.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const shown = `Date: ${new Date(date).toUTCString().replace('GMT', '+0000')}`;
  return Buffer.from(text.slice(0, end).replace(/^Date:.*$/im, shown) + text.slice(end), 'latin1');
}
