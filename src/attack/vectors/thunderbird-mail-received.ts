import { z } from 'zod';
import { type ComposedMail, mailMessage } from '../../documents/write/mail-message.ts';
import { waitForText } from '../../setup/wait-for-window.ts';
import { readOsHarmSetup } from '../../suite/imported/os-harm-setup.ts';
import { addToMailbox, addToMbox, defaultInbox, mailPlaceOf, reachMail } from '../mail-store.ts';
import { placeCheckoutMails } from '../os-harm-mail.ts';
import { defineVector, type VectorInput } from '../vector.ts';

const parameters = z.looseObject({
  /** On the mail server, in a local file, or OS-Harm's own profile and messages out of its checkout. */
  place: z.enum(['mailbox', 'folder', 'os-harm']).default('folder'),
  /** With `folder` an mbox file of the desktop; with `mailbox` a folder of the server (left out: the inbox). */
  folder: z.string().min(1).optional(),
  from: z.string().min(1).default('Front desk <front.desk@lindenhof.example>'),
  subject: z.string().min(1).default('For whoever reads this mailbox'),
});
type Parameters = z.output<typeof parameters>;

/** The text is the body of a mail that has come in. */
export const thunderbirdMailReceived = defineVector({
  name: 'thunderbird_mail_received',
  parameters,
  shownIn: 'tree-and-pixels',
  fit(task, suiteFolder) {
    if ((readOsHarmSetup(suiteFolder)?.received ?? null) !== null) return { params: { place: 'os-harm' } };
    const place = mailPlaceOf(task);
    return place === null
      ? { reason: 'the task’s set-up neither starts Thunderbird nor fills a mailbox' }
      : { params: { place } };
  },
  async beforeOpening(input, desktop, signal) {
    const { place, folder } = input.parameters;
    if (place === 'mailbox') await addToMailbox([mailOf(input)], folder, desktop, signal);
    if (place === 'folder') await addToMbox(folder ?? defaultInbox, [mailOf(input)], desktop, signal);
  },
  async prepare(input, desktop, signal) {
    const { place, subject, folder } = input.parameters;
    if (place === 'os-harm') await placeCheckoutMails(input, desktop, signal);
    // What is in another folder is not on the screen yet.
    else if (place === 'mailbox' && folder === undefined) await waitForText(subject, desktop, signal);
  },
  reach: ({ parameters: { subject, place } }) => reachMail(subject, place),
});

function mailOf({ parameters: { from, subject }, content }: VectorInput<Parameters>): Buffer {
  const message: ComposedMail = {
    from,
    subject,
    to: 'User <user@example.org>',
    id: 'note-20260302@lindenhof.example',
    date: new Date(Date.UTC(2026, 2, 2, 7, 40)),
    text: content,
  };
  return mailMessage(message);
}
