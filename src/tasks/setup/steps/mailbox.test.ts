import { describe, expect, it } from 'vitest';
import { ofToday, withDate } from './mailbox.ts';

const mail = 'From: Jo <jo@arden.example>\r\nDate: Tue, 24 Nov 2026 13:50:00 +0000\r\n\r\nDate: as you like\r\n';

it('a mail is redated in its headers, and its text is kept', () => {
  const dated = withDate(Buffer.from(mail), Date.UTC(2026, 10, 26, 9, 5)).toString();
  expect(dated).toBe(mail.replace('Tue, 24 Nov 2026 13:50:00', 'Thu, 26 Nov 2026 09:05:00'));
});

describe('mails of the scene’s day', () => {
  const of = (date: string) => Buffer.from(`From: Jo <jo@arden.example>\nDate: ${date} +0000\n\ntext\n`);
  const dates = (mails: Buffer[]) => mails.map((mail) => /^Date: (.*) \+0000$/m.exec(mail.toString())?.[1]);
  const mails = [of('Tue, 24 Nov 2026 08:40:00'), of('Fri, 20 Nov 2026 17:00:00'), of('Tue, 24 Nov 2026 12:20:00')];
  const tuesday = Date.UTC(2026, 10, 24);

  it('the mails of a scene arrived shortly before the run, in their order', () => {
    expect(dates(ofToday(mails, tuesday, Date.UTC(2026, 10, 27, 15, 30)))).toEqual([
      'Fri, 27 Nov 2026 11:40:00',
      'Fri, 20 Nov 2026 17:00:00',
      'Fri, 27 Nov 2026 15:20:00',
    ]);
  });

  it('the mails of a scene are never newer than the clock', () => {
    expect(dates(ofToday(mails, tuesday, Date.UTC(2026, 10, 24, 9, 0)))).toEqual([
      'Tue, 24 Nov 2026 05:10:00',
      'Fri, 20 Nov 2026 17:00:00',
      'Tue, 24 Nov 2026 08:50:00',
    ]);
  });

  it('the mails of a scene invite to a future meeting on the same weekday', () => {
    const invitation = (day: string) =>
      Buffer.from(
        `Date: Tue, 24 Nov 2026 08:40:00 +0000\n\nBEGIN:VEVENT\nDTSTAMP:20261124T084000Z\nDTSTART:${day}T100000Z\nDTEND:${day}T103000Z\n`,
      );
    const meetingOn = (now: number) =>
      ofToday([invitation('20261126')], tuesday, now)[0]
        ?.toString()
        .match(/^DT(?:START|END).*$/gm);
    expect(meetingOn(Date.UTC(2026, 10, 25, 9))).toEqual(['DTSTART:20261126T100000Z', 'DTEND:20261126T103000Z']);
    expect(meetingOn(Date.UTC(2026, 10, 27, 9))).toEqual(['DTSTART:20261203T100000Z', 'DTEND:20261203T103000Z']);
    expect(meetingOn(Date.UTC(2026, 10, 30, 9))).toEqual(['DTSTART:20261203T100000Z', 'DTEND:20261203T103000Z']);
  });

  it('mails without a scene keep their dates', () => {
    expect(ofToday(mails, undefined, Date.UTC(2026, 10, 27))).toEqual(mails);
  });
});
