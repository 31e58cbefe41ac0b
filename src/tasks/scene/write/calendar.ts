import { contentLines, escapedValue, timeValue } from '../../../base/documents/write/calendar-lines.ts';
import { momentOf } from '../../suite/scene-day.ts';
import type { EventSource } from '../scene-schema.ts';

const rules = { day: 'FREQ=DAILY', week: 'FREQ=WEEKLY', fortnight: 'FREQ=WEEKLY;INTERVAL=2', month: 'FREQ=MONTHLY' };

/** Returns an iCalendar file (RFC 5545). */
export function icsOf(
  events: readonly (EventSource & { names: { name: string; mail: string }[] })[],
  day: number,
): Buffer {
  const items = events.flatMap((event, index) => {
    const start = momentOf(day, event.at);
    return [
      'BEGIN:VEVENT',
      `UID:event-${index}@calendar`,
      `DTSTAMP:${timeValue(day - 30 * 86_400_000)}`,
      `DTSTART:${timeValue(start)}`,
      `DTEND:${timeValue(start + event.minutes * 60_000)}`,
      `SUMMARY:${escapedValue(event.title)}`,
      ...(event.where === undefined ? [] : [`LOCATION:${escapedValue(event.where)}`]),
      ...(event.note === undefined ? [] : [`DESCRIPTION:${escapedValue(event.note)}`]),
      ...(event.every === undefined
        ? []
        : [`RRULE:${rules[event.every]}${event.times === undefined ? '' : `;COUNT=${event.times}`}`]),
      ...event.names.map(({ name, mail }) => `ATTENDEE;CN=${name};PARTSTAT=ACCEPTED:mailto:${mail}`),
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN',
    ...items,
    'END:VCALENDAR',
  ];
  return Buffer.from(contentLines(lines));
}

/** Returns a vCard 3.0 file. */
export const vcfOf = (
  people: readonly { name: string; mail: string; phone?: string | undefined; role?: string | undefined }[],
): Buffer =>
  Buffer.from(
    contentLines(
      people.flatMap(({ name, mail, phone, role }) => {
        const [first = name, ...rest] = name.split(' ');
        return [
          'BEGIN:VCARD',
          'VERSION:3.0',
          `FN:${escapedValue(name)}`,
          `N:${escapedValue(rest.join(' '))};${escapedValue(first)};;;`,
          `EMAIL;TYPE=work:${mail}`,
          ...(phone === undefined ? [] : [`TEL;TYPE=work:${phone}`]),
          ...(role === undefined ? [] : [`TITLE:${escapedValue(role)}`]),
          'END:VCARD',
        ];
      }),
    ),
  );
