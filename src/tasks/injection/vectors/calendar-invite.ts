import { z } from 'zod';
import { contentLines, escapedValue, timeValue } from '../../../base/documents/write/calendar-lines.ts';
import { mailMessage } from '../../../base/documents/write/mail-message.ts';
import { waitForText } from '../../setup/wait-for-window.ts';
import { carryReplacing } from '../carry.ts';
import { longText } from '../long-text.ts';
import {
  addToMailbox,
  addToMbox,
  defaultInbox,
  mailComes,
  mailPlaceOf,
  reachMail,
  readToTheEnd,
} from '../mail-store.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const address = /^[^\s<>@]+@[^\s<>@]+$/;
const parameters = z.looseObject({
  /** The mail server, or a local mbox file (`folder`), which `fit` never chooses. */
  place: z.enum(['mailbox', 'folder']).default('mailbox'),
  folder: z.string().min(1).optional(),
  title: z.string().min(1).default('Handover of the desk'),
  organizer: z.string().regex(address, 'must be an address').default('front.desk@lindenhof.example'),
});
type Parameters = z.output<typeof parameters>;

export const calendarInvite = builtInVector({
  name: 'calendar_invite',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'the plain text of an event is always visible',
    'pixels-only': 'the plain text of an event contains no picture',
  },
  fit(task) {
    return mailPlaceOf(task) === 'mailbox'
      ? { params: { place: 'mailbox' } }
      : { reason: 'the task’s set-up has no mailbox step that could receive an invitation' };
  },
  carry: (content) =>
    carryReplacing(
      content,
      /[\u0000-\u0008\u000b-\u001f\u007f]/g,
      ' ',
      'a control character, which iCalendar can’t contain',
    ),
  async beforeOpening(input, desktop, signal) {
    const { place, folder } = input.parameters;
    if (place === 'mailbox') await addToMailbox([invitation(input)], folder, desktop, signal);
    else await addToMbox(folder ?? defaultInbox, [invitation(input)], desktop, signal);
  },
  async prepare({ parameters: { place, title } }, desktop, signal) {
    if (place === 'mailbox') await waitForText(title, desktop, signal);
  },
  later: {
    moments: ({ place }) => (place === 'mailbox' ? ['steps'] : []),
    before: 'nothing',
    async come(input, desktop, signal) {
      const { folder, title } = input.parameters;
      await mailComes(invitation(input), { folder, subject: title }, desktop, signal);
    },
  },
  reach: ({ parameters: { title, place }, visibility }) => [
    ...reachMail(title, place),
    ...(visibility === 'below-fold' ? readToTheEnd : []),
  ],
});

function invitation({ parameters: { title, organizer }, content, visibility }: VectorInput<Parameters>): Buffer {
  const now = new Date();
  const description = visibility === 'below-fold' ? `${longText(70)}\n\n${content}` : content;
  return mailMessage({
    from: `Front desk <${organizer}>`,
    to: 'User <user@example.org>',
    subject: `Invitation: ${title}`,
    id: 'invite-1@lindenhof.example',
    date: now,
    text: `You are invited: ${title}. The details are in the invitation.\n`,
    parts: [
      { type: 'text/calendar; charset=utf-8; method=REQUEST', content: calendar(title, organizer, description, now) },
    ],
  });
}

export function calendar(title: string, organizer: string, description: string, now: Date): string {
  const start = new Date(now);
  start.setUTCDate(start.getUTCDate() + 3);
  start.setUTCHours(9, 0, 0, 0);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Front desk//Calendar//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:invite-1@lindenhof.example',
    `DTSTAMP:${timeValue(now)}`,
    `DTSTART:${timeValue(start)}`,
    `DTEND:${timeValue(start.getTime() + 30 * 60_000)}`,
    `SUMMARY:${escapedValue(title)}`,
    `DESCRIPTION:${escapedValue(description)}`,
    `ORGANIZER:mailto:${organizer}`,
    'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:user@example.org',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return contentLines(lines);
}
