import { z } from 'zod';
import { readLocalFile } from '../local-file.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { fillTemplate } from '../template.ts';
import { withServerAccount } from '../thunderbird-account.ts';

const profile = '/home/user/.thunderbird/default/prefs.js';

/**
 * Puts mail on the mail server and configures Thunderbird to use it. Run this step before Thunderbird is launched. A
 * later `mailbox` step delivers new mail to a running Thunderbird.
 */
export const mailbox = defineSetupKind({
  summary: 'Puts emails on the mail server, and has Thunderbird fetch them.',
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
    const mails: Buffer[] = [];
    for (const { local_path: path, template } of messages) {
      const content = await readLocalFile(suiteFolder, path);
      mails.push(template ? fillTemplate(content, context) : content);
    }
    const dated =
      context.isComing === true
        ? mails.map((mail) => withDate(mail, Date.now()))
        : ofToday(mails, context.sceneDay, context.now ?? Date.now());
    const placed = messages.map(({ folder, read }, index) => ({
      user: 'user',
      folder,
      raw: (dated[index] as Buffer).toString('base64'),
      flags: read ? ['\\Seen'] : undefined,
    }));
    await desktop.placeMail(placed, signal);
  },
});

const dayMs = 86_400_000;
/** When the agent starts, today's newest mail is this old. */
const restsMs = 10 * 60_000;

/**
 * Moves mails dated on the scene's day to just before `now`. The scene's day is the most recent Tuesday, but the
 * desktop's clock may show any day. Meetings in invitations stay in the future.
 */
export function ofToday(mails: readonly Buffer[], sceneDay: number | undefined, now: number): Buffer[] {
  if (sceneDay === undefined) return [...mails];
  const dates = mails.map((mail) => Date.parse(/^Date:(.*)$/im.exec(headOf(mail))?.[1] ?? ''));
  const isToday = (date: number): boolean => date >= sceneDay && date < sceneDay + dayMs;
  const later = now - restsMs - Math.max(...dates.filter(isToday));
  return mails.map((mail, index) => {
    const date = dates[index] as number;
    return isToday(date) ? withMeetingToCome(withDate(mail, date + later), now) : mail;
  });
}

const weekMs = 7 * dayMs;
const calendarTime = /^(DTSTART|DTEND):(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/gm;

/** Moves a past meeting to the same weekday of a later week. */
function withMeetingToCome(mail: Buffer, now: number): Buffer {
  const text = mail.toString('latin1');
  const [first] = text.matchAll(calendarTime);
  if (first === undefined) return mail;
  const weeks = Math.max(0, Math.ceil((now - momentOf(first)) / weekMs));
  const moved = text.replace(calendarTime, (...match) => {
    const moment = new Date(momentOf(match) + weeks * weekMs).toISOString();
    return `${match[1]}:${moment.slice(0, 19).replace(/[-:]/g, '')}Z`;
  });
  return Buffer.from(moved, 'latin1');
}

function momentOf([, , year, month, day, hour, minute, second]: readonly unknown[]): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

function headOf(mail: Buffer): string {
  const text = mail.toString('latin1');
  return text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length);
}

export function withDate(mail: Buffer, date: number): Buffer {
  const head = headOf(mail);
  const shown = `Date: ${new Date(date).toUTCString().replace('GMT', '+0000')}`;
  return Buffer.from(head.replace(/^Date:.*$/im, shown) + mail.toString('latin1').slice(head.length), 'latin1');
}
